import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'shop.example.com'
type Spec = { readonly [member: string]: unknown }

const version = (schema: object, more: object = {}) => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...more,
})
const spec = (more: Spec = {}): Spec => ({
  group: GROUP,
  scope: 'Namespaced',
  names: { plural: 'widgets', kind: 'Widget' },
  versions: [version({ type: 'object' })],
  ...more,
})
const ofMember = (schema: object) => spec({ versions: [version({ type: 'object', properties: { a: schema } })] })
const root = (schema: object, more: object = {}) => spec({ versions: [version({ type: 'object', ...schema }, more)] })
const A = 'spec.validation.openAPIV3Schema.properties[a]'

async function causes(body: Spec, metadata: object = {}): Promise<readonly string[]> {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${GROUP}`, ...metadata },
    spec: body,
  }
  const reply = await cluster.fetch(PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(definition),
  })
  const { details } = (await reply.json()) as {
    readonly details?: { readonly causes?: readonly { readonly field: string; readonly message: string }[] }
  }
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)
}

const LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"

// As recorded from a real server.
describe('a definition', () => {
  test.each<[string, Spec, readonly string[]]>([
    [
      'an empty list of versions',
      spec({ versions: [] }),
      [
        'spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion{}: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: []string(nil): must have at least one stored version',
      ],
    ],
    [
      'null versions',
      spec({ versions: null }),
      [
        'spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion(nil): must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: []string(nil): must have at least one stored version',
      ],
    ],
    [
      'an invalid name of the first version, reported twice',
      spec({ versions: [version({ type: 'object' }, { name: 'V1' })] }),
      [`spec.versions[0].name: Invalid value: "V1": ${LABEL}`, `spec.version: Invalid value: "V1": ${LABEL}`],
    ],
    [
      'an empty short name',
      spec({ names: { plural: 'widgets', kind: 'Widget', shortNames: [''] } }),
      [`spec.names.shortNames[0]: Invalid value: "": ${LABEL}`],
    ],
    [
      'preserveUnknownFields: true',
      spec({ preserveUnknownFields: true }),
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
    [
      'a conversion webhook with strategy None',
      spec({
        conversion: {
          strategy: 'None',
          webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://x' } },
        },
      }),
      ['webhookClientConfig', 'conversionReviewVersions'].map(
        (name) => `spec.conversion.${name}: Forbidden: should not be set when strategy is not set to Webhook`,
      ),
    ],
    [
      'an invalid URL and review versions of a webhook',
      spec({
        conversion: {
          strategy: 'Webhook',
          webhook: { conversionReviewVersions: ['v9', 'v9'], clientConfig: { url: 'http://u@x/?a#b' } },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "http": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
        'spec.conversion.webhookClientConfig.url: Invalid value: "u": user information is not permitted in the URL',
        'spec.conversion.webhookClientConfig.url: Invalid value: "b": fragments are not permitted in the URL',
        'spec.conversion.webhookClientConfig.url: Invalid value: "a": query parameters are not permitted in the URL',
        'spec.conversion.conversionReviewVersions[1]: Invalid value: "v9": duplicate version',
        'spec.conversion.conversionReviewVersions: Invalid value: []string{"v9", "v9"}: must include at least one of v1, v1beta1',
      ],
    ],
    [
      'an invalid service of a webhook',
      spec({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            conversionReviewVersions: ['v1'],
            clientConfig: { service: { name: '', namespace: 'x', port: 0, path: '/a//b' } },
          },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.service.namespace: Required value: service namespace is required',
        'spec.conversion.webhookClientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
        'spec.conversion.webhookClientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty',
      ],
    ],
    [
      'invalid selectable fields',
      root(
        { properties: { spec: { type: 'object', additionalProperties: { type: 'string' } } } },
        {
          selectableFields: ['spec.a', '.spec[a]', '.spec.x.', '.metadata', '.spec.a'].map((jsonPath) => ({
            jsonPath,
          })),
        },
      ),
      [
        'spec.selectableFields[0].jsonPath: Invalid value: "spec.a": is an invalid path: expected [ or . but got: spec',
        'spec.selectableFields[1].jsonPath: Invalid value: ".spec[a]": is an invalid path: array notation is not allowed',
        'spec.selectableFields[2].jsonPath: Invalid value: ".spec.x.": is an invalid path: unexpected end of JSON path',
        'spec.selectableFields[3].jsonPath: Invalid value: ".metadata": is an invalid path: does not refer to a valid field',
      ],
    ],
    [
      'a schema of metadata with more than names',
      root({
        properties: {
          metadata: { type: 'object', required: ['labels'] },
          apiVersion: { type: 'string', default: 'x' },
        },
      }),
      [
        'spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
        'spec.validation.openAPIV3Schema.properties[apiVersion].default: Forbidden: must not be set in top-level apiVersion',
      ],
    ],
    [
      'a root type other than object with a status subresource',
      root({ type: 'string' }, { subresources: { status: {} } }),
      [
        'spec.validation.openAPIV3Schema.type: Invalid value: "string": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
        'spec.validation.openAPIV3Schema.type: Invalid value: "string": must be object at the root',
      ],
    ],
    [
      'non-structural keywords below allOf',
      ofMember({
        type: 'object',
        allOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }, { 'x-kubernetes-map-type': 'atomic' }],
      }),
      [
        `${A}.allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural`,
        `${A}.allOf[1].x-kubernetes-map-type: Forbidden: must be undefined to be structural`,
        `${A}.allOf[1].type: Required value: must be object if x-kubernetes-map-type is specified`,
      ],
    ],
    [
      'items with a list of schemas',
      ofMember({ type: 'array', items: [{ type: 'string' }] }),
      [`${A}.items: Forbidden: items must be a schema object and not an array`],
    ],
    [
      'definitions and dependencies, and what they hold',
      ofMember({
        type: 'object',
        items: { type: 'odd' },
        dependencies: { c: { uniqueItems: true }, d: ['e'], f: null, g: 'x', h: 1 },
        definitions: { b: { type: 'odd' }, i: null },
      }),
      [
        `${A}.definitions: Forbidden: definitions is not supported`,
        `${A}.dependencies: Forbidden: dependencies is not supported`,
        `${A}.definitions[b].type: Unsupported value: "odd": supported values: "array", "boolean", "integer", "number", "object", "string"`,
        `${A}.items.type: Unsupported value: "odd": supported values: "array", "boolean", "integer", "number", "object", "string"`,
        `${A}.dependencies[c].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
      ],
    ],
    [
      'a $schema',
      ofMember({ type: 'string', $schema: 'x' }),
      ['spec.validation.openAPIV3Schema: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
    ],
    [
      'a default that breaks a rule',
      ofMember({ type: 'integer', default: 1, 'x-kubernetes-validations': [{ rule: 'self > 1' }] }),
      [`${A}.default: Invalid value: "integer": failed rule: self > 1`],
    ],
    [
      'a default that is not an embedded resource',
      ofMember({
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
        default: {},
      }),
      [
        `${A}.default.apiVersion: Required value: must not be empty`,
        `${A}.default.kind: Required value: must not be empty`,
      ],
    ],
    [
      'a default of any type for an int-or-string (none)',
      ofMember({ 'x-kubernetes-int-or-string': true, default: true }),
      [],
    ],
    [
      'a rule for a schema without a type',
      ofMember({ 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'self.x == 1' }] }),
      [
        `${A}.x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations`,
      ],
    ],
  ])('with %s has the recorded errors', async (_, body, expected) => expect(await causes(body)).toEqual(expected))

  test.each([
    ['(', 'missing closing ): `(`'],
    ['a)', 'unexpected ): `a)`'],
    ['^(?!x)', 'invalid or unsupported Perl syntax: `(?!`'],
    ['(?<=x)', 'invalid named capture: `(?<=x)`'],
    ['*', 'missing argument to repetition operator: `*`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['[a', 'missing closing ]: `[a`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['\\y', 'invalid escape sequence: `\\y`'],
    ['a\\', 'trailing backslash at end of expression: ``'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['\\p{Foo}', 'invalid character class range: `\\p{Foo}`'],
    ['[\\pX]', 'invalid character class range: `\\pX`'],
  ])('with the invalid pattern %s is refused', async (pattern, fault) =>
    expect(await causes(ofMember({ type: 'string', pattern }))).toEqual([
      `${A}.pattern: Invalid value: ${JSON.stringify(pattern)}: must be a valid regular expression, but isn't: error parsing regexp: ${fault}`,
    ]),
  )
  test.each([
    '\\p{Greek}',
    '(?i)a|b',
    '(?P<x>a)',
    '[[:alpha:]]+',
    '^[^\\s]*$',
    'a{2,3}?',
    '\\Qa(b\\E',
    '[]a]',
    '\\x{10FFFF}',
    '[\\w.-]+',
  ])('with the pattern %s is accepted', async (pattern) =>
    expect(await causes(ofMember({ type: 'string', pattern }))).toEqual([]),
  )
})

test('a definition in a k8s.io group gets a condition about its approval annotation', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const conditions = async (name: string, approval: string) => {
    const metadata = { name: `widgets.${name}`, annotations: { 'api-approved.kubernetes.io': approval } }
    await cluster.create('CustomResourceDefinition', { metadata, spec: spec({ group: name }) } as never)
    const { status } = (await cluster.get('CustomResourceDefinition', { name: metadata.name })) as unknown as {
      status: { conditions: readonly { type: string; status: string; reason: string; message: string }[] }
    }
    return status.conditions
      .filter(({ type }) => type.startsWith('Kubernetes'))
      .map(({ status: holds, reason, message }) => [holds, reason, message])
  }
  expect(await conditions('a.k8s.io', 'https://example.com/1')).toEqual([
    ['True', 'ApprovedAnnotation', 'approved in https://example.com/1'],
  ])
  expect(await conditions('b.k8s.io', 'unapproved, a try')).toEqual([
    ['False', 'UnapprovedAnnotation', 'not approved: "unapproved, a try"'],
  ])
})

test('members of a schema that are another schema or something else', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const said = async (schema: object) => {
    const body = JSON.stringify({ metadata: { name: `widgets.${GROUP}` }, spec: ofMember(schema) })
    const headers = { 'Content-Type': 'application/json' }
    const reply = await cluster.fetch(`${PATH}?dryRun=All`, { method: 'POST', headers, body })
    const { message, kind } = (await reply.json()) as { readonly message?: string; readonly kind: string }
    return message?.replace(/^CustomResourceDefinition\S* .* (?:is invalid|CustomResourceDefinition): /, '') ?? kind
  }
  for (const word of ['additionalProperties', 'additionalItems'])
    for (const value of [1, 'x', []])
      expect(await said({ type: 'object', [word]: value })).toBe('boolean or JSON schema expected')
  expect(await said({ type: 'object', additionalProperties: true, items: 'x' })).toBe('CustomResourceDefinition')
  // Go tells no dependencies from an empty map of them.
  expect(await said({ type: 'object', dependencies: {} })).toBe(
    `${A}.dependencies: Forbidden: dependencies is not supported`,
  )
  expect(await said({ type: 'object', patternProperties: {}, definitions: {} })).toBe('CustomResourceDefinition')
  // An empty reference is refused where words are checked, and for nothing else.
  expect(await said({ type: 'object', $ref: '' })).toBe(`${A}.$ref: Forbidden: $ref is not supported`)
  const either = (beside: object) => ({
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer', ...beside }, { type: 'string' }],
  })
  for (const beside of [{ externalDocs: { url: 'u' } }, { example: 1 }, { additionalProperties: false }])
    expect(await said(either(beside))).toBe('CustomResourceDefinition')
  expect(await said(either({ additionalProperties: true }))).toContain('must be empty to be structural')
  for (const value of [[], {}, '', 0, false])
    expect(await said({ type: 'object', not: { default: value } })).toBe(
      `${A}.not.default: Forbidden: must be undefined to be structural`,
    )
  // An empty list of schemas is no schema.
  expect(await said({ type: 'object', items: [], not: { items: [] } })).toBe('CustomResourceDefinition')
  expect(await said({ type: 'array', items: [] })).toBe(`${A}.items: Required value: must be specified`)
  const odd = { type: 'odd', items: [] }
  expect(await said({ type: 'array', items: [odd] })).toContain('items must be a schema object and not an array')
  expect(await said(odd)).not.toContain('items must be')
})
