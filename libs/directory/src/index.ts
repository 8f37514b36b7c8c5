export { Directory, type AskingCall, type Find, type DirectoryOptions, type Reference } from "./directory.ts";
export { unknownId, type Kind } from "./kinds.ts";
export { contactOf, idsOfContacts, namesContact, takeMerges } from "./merged-contacts.ts";
