/** How an empty value is encoded (the effect of Go's struct tags). */
type Emptiness =
  /** omitted when empty: `""`, `0`, `false`, `[]`, an empty map */
  | 'omit'
  /** written as given, omitted when absent (a pointer) */
  | 'keep'
  /** always written, as the zero value when absent */
  | 'emit'

/** Formats whose values have a canonical form or a range. */
export type Format = 'int32' | 'int64' | 'double' | 'byte' | 'date-time' | 'micro-time' | 'quantity' | 'int-or-string'

/** Constraints on a value besides its type; used to validate custom resources. */
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

/** A validation rule in the Common Expression Language. */
export type ValidationRule = {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}

/**
 * A node of an OpenAPI v3 structural schema, with the Kubernetes extensions and a few of ours. One declaration serves
 * decoding, defaulting, strategic merge, the field sets of apply and the OpenAPI documents.
 */
export type Schema<T = unknown> = Bounds & {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly format?: Format
  /** Fields in wire order. */
  readonly properties?: { readonly [member: string]: Schema }
  readonly additionalProperties?: Schema
  /** Other members than `properties` are refused: `additionalProperties` was false. */
  readonly closed?: true
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly default?: unknown
  /** Null is a value of its own: the zero value of a field that is always written. */
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
  /** An embedded object with its own kind, apiVersion and metadata. */
  readonly 'x-kubernetes-embedded-resource'?: boolean
  /**
   * Component name of a struct (`io.k8s.api.coordination.v1.LeaseSpec`), or Go name of a named scalar
   * (`v1.TaintEffect`).
   */
  readonly component?: string
  /** Go name of the type of a map's keys (`v1.ResourceName`), where it is not `string`. */
  readonly keyComponent?: string
  /**
   * The component that OpenAPI documents publish in place of this schema, which cannot express all accepted JSON forms.
   */
  readonly told?: string
  /** The embedded structs through which the field belongs to its struct (`ProbeHandler`), from outside to inside. */
  readonly embedded?: readonly string[]
  /** An alternative to the schema: a boolean, or a list of such values or strings. */
  readonly or?: 'boolean' | 'array'
  /** Any JSON is kept as it is, whatever the type (a Go type whose UnmarshalJSON keeps the bytes). */
  readonly raw?: boolean
  /** The original schema of a custom resource, published unchanged in OpenAPI documents. */
  readonly structural?: Schema
  /**
   * Structure that field ownership deduces from each value where the schema is silent: `members` of an object, or `all`
   * of any value.
   */
  readonly deduced?: 'members' | 'all'
  /** A time keeps its fraction of a second: for fields that requests cannot change, but errors show. */
  readonly exact?: boolean
  /** A struct of which many objects have equal values, as pods of a template do: it is decoded once for each. */
  readonly isShared?: true
  /** See {@link Emptiness}; `omit` when absent. */
  readonly empty?: Emptiness
  /** The TypeScript type, for inference only; never present at run time. */
  readonly '~type'?: T
}

/** The TypeScript type that a schema describes. */
export type Infer<S> = S extends Schema<infer T> ? T : never
