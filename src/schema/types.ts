/** How an empty value is written back (Go's struct tags seen from outside). */
type Emptiness =
  /** left out when empty: `""`, `0`, `false`, `[]`, `{}` of a map */
  | 'omit'
  /** written as given, absent when not given (a pointer) */
  | 'keep'
  /** always written, with its zero value when not given */
  | 'emit'

/** String formats with a canonical form of their own. */
export type Format = 'int32' | 'int64' | 'double' | 'byte' | 'date-time' | 'micro-time' | 'quantity' | 'int-or-string'

/** What a value must keep to beside its type; read by the validation of custom resources. */
type Bounds = {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
}

/** A condition on values, in the Common Expression Language. */
export type ValidationRule = {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}

/**
 * A node of an OpenAPI v3 structural schema, with the ecosystem's own extensions. One declaration serves decoding,
 * defaults, strategic merge, apply's field sets and the OpenAPI documents.
 */
export type Schema<T = unknown> = Bounds & {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly format?: Format
  /** Members in the order they are written. */
  readonly properties?: { readonly [member: string]: Schema }
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly default?: unknown
  /** A null is a value of its own: the zero value of a member that is always written. */
  readonly nullable?: boolean
  readonly description?: string
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map'
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular'
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[]
  /** An object with kind, apiVersion and metadata of its own. */
  readonly 'x-kubernetes-embedded-resource'?: boolean
  /**
   * Component name of a struct (`io.k8s.api.coordination.v1.LeaseSpec`), or Go name of a named scalar
   * (`v1.TaintEffect`).
   */
  readonly component?: string
  /**
   * The component documents tell in its place, of which they say nothing: JSON has more forms there than a schema can
   * tell.
   */
  readonly told?: string
  /** What a value may be instead of what the schema says: true or false, or a list of such values or texts. */
  readonly or?: 'boolean' | 'array'
  /** Any JSON is taken as it is, whatever the type says (a type with an UnmarshalJSON that keeps the bytes). */
  readonly raw?: boolean
  /** The schema of a custom resource as it was given; documents tell it as it is. */
  readonly structural?: Schema
  /**
   * What the schema does not say follows from each value: `members` of an object, or `all` of any value. Read by
   * ownership.
   */
  readonly deduced?: 'members' | 'all'
  /** See {@link Emptiness}; `omit` when absent. */
  readonly empty?: Emptiness
  /** The TypeScript type, for inference only; never present at run time. */
  readonly '~type'?: T
}

/** The TypeScript type a schema describes. */
export type Infer<S> = S extends Schema<infer T> ? T : never
