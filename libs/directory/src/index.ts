export { Directory, type AskingCall, type Reference } from "./directory.ts";
export { contactsAt, filesAt, membersAt, tablesAt, unknownId, type Find, type Kind } from "./kinds.ts";
export { contactOf, idsOfContacts, namesContact, takeMerges } from "./merged-contacts.ts";
