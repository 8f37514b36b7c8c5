/**
 * What every service's Node is started with, here and in images. A request leaves some tens of kilobytes behind; with
 * more room for the young, less of it is copied before it is dead.
 */
export const nodeFlags: readonly string[] = ["--max-semi-space-size=32"];
