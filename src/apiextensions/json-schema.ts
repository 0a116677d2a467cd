import { always, array, boolean, int64, map, pointer, string, struct } from '../schema/builders.js'
import type { Schema } from '../schema/types.js'

const V1 = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1'

const number = (): Schema<number> => ({ type: 'number', format: 'double' })
const any = (): Schema => pointer<Schema>({ component: `${V1}.JSON` })

const validationRule = () =>
  struct(
    `${V1}.ValidationRule`,
    {
      rule: always(string()),
      message: string(),
      messageExpression: string(),
      reason: pointer(string('v1.FieldValueErrorReason')),
      fieldPath: string(),
      optionalOldSelf: pointer(boolean()),
    },
    { required: ['rule'] },
  )

/** The schema of schemas, which holds itself. Members are in the order they are written in. */
export function jsonSchemaProps(): Schema {
  // Filled after it is known, because it is met again inside.
  const properties: Record<string, Schema> = {}
  const self: Schema = { type: 'object', component: `${V1}.JSONSchemaProps`, properties }
  const one = pointer(self)
  const named = map(self)
  const orBoolean: Schema = { ...one, or: 'boolean' }
  Object.assign(properties, {
    id: string(),
    $schema: string(),
    $ref: pointer(string()),
    description: string(),
    type: string(),
    format: string(),
    title: string(),
    default: any(),
    maximum: pointer(number()),
    exclusiveMaximum: boolean(),
    minimum: pointer(number()),
    exclusiveMinimum: boolean(),
    maxLength: pointer(int64()),
    minLength: pointer(int64()),
    pattern: string(),
    maxItems: pointer(int64()),
    minItems: pointer(int64()),
    uniqueItems: boolean(),
    multipleOf: pointer(number()),
    enum: array(any()),
    maxProperties: pointer(int64()),
    minProperties: pointer(int64()),
    required: array(string()),
    items: { ...one, or: 'array' },
    allOf: array(self),
    oneOf: array(self),
    anyOf: array(self),
    not: one,
    properties: named,
    additionalProperties: orBoolean,
    patternProperties: named,
    dependencies: map({ ...self, or: 'array' }),
    additionalItems: orBoolean,
    definitions: named,
    externalDocs: pointer(struct(`${V1}.ExternalDocumentation`, { description: string(), url: string() })),
    example: any(),
    nullable: boolean(),
    'x-kubernetes-preserve-unknown-fields': pointer(boolean()),
    'x-kubernetes-embedded-resource': boolean(),
    'x-kubernetes-int-or-string': boolean(),
    'x-kubernetes-list-map-keys': array(string()),
    'x-kubernetes-list-type': pointer(string()),
    'x-kubernetes-map-type': pointer(string()),
    'x-kubernetes-validations': array(validationRule(), { list: 'map', keys: ['rule'], merge: 'rule' }),
  } satisfies { readonly [member: string]: Schema })
  return self
}
