/** Converts a field name to a flag: `create-namespaces`. */
export const flagOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Converts a field name to a placeholder in the help text: `CREATE_NAMESPACES`. */
export const placeOf = (field: string): string => flagOf(field).replaceAll('-', '_').toUpperCase()

/** The flags of all commands. */
export const GLOBAL_FLAGS = {
  server: { value: 'URL', help: 'the server to ask (default $FAKECLUSTER_SERVER, or http://127.0.0.1:8080)' },
  token: { value: 'T', help: 'its bearer token (default $FAKECLUSTER_TOKEN)' },
  insecure: { value: undefined, help: 'do not check the certificate of an https server' },
  json: { value: undefined, help: 'print replies as the JSON they are' },
  help: { value: undefined, help: 'print this help; after a command, that of the command' },
} as const
