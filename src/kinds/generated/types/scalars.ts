// Written by `npm run generate`; not to be changed by hand.

/** A time in RFC 3339, in whole seconds. */
export type Time = string
/** A time in RFC 3339 with six fraction digits. */
export type MicroTime = string
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
