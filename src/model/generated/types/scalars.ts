// Written by `npm run generate`; not to be changed by hand.

/** What a Date has and no text has. */
export type DateMembers = { readonly [K in Exclude<keyof Date, keyof string>]: never } & { readonly valueOf: never }
/**
 * A time in RFC 3339, in whole seconds: a text, and no Date. It fits where `@kubernetes/client-node` says Date, as the
 * objects of its own watches do, which are texts there too: `new Date(time)` is right for both.
 */
export type Time = string & DateMembers
/** A time in RFC 3339 with six fraction digits; a text like Time. */
export type MicroTime = Time
/** A length of time: `1m30s`. */
export type Duration = string
/** An amount: `500m`, `1Gi`. */
export type Quantity = string
/** A whole number, or text such as a name or a share. */
export type IntOrString = number | string
/** The members somebody owns. */
export type FieldsV1 = { readonly [member: string]: unknown }
/** An object of any kind. */
export type RawExtension = { readonly [member: string]: unknown }
/** Any JSON. */
export type Json = unknown
