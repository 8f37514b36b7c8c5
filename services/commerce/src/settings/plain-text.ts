/** Whether a text can be stored and shown: of controls it has line ends and tabs, and its characters are whole. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text);
