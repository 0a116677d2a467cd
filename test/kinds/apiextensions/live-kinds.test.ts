import { docOf } from '../../../src/model/registry/column.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueText } from '../../../src/base/errors/issue.js'
import type { KindDef } from '../../../src/model/registry/kind-def.js'
import type { RuleContext } from '../../../src/model/registry/rule-context.js'
import type { Definition, DefinitionVersion } from '../../../src/kinds/apiextensions/definition.js'
import { kindsOfDefinition } from '../../../src/kinds/apiextensions/live-kinds.js'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { validateDefinition } from '../../../src/kinds/apiextensions/validate-definition.js'
import { loadPaths } from '../../../src/kinds/apiextensions/definition-columns.js'
import { lease } from '../../../src/kinds/coordination/lease.js'
import { ageColumn, nameColumn } from '../../../src/model/registry/columns.js'
import { ruleContext } from '../causes.js'
import type { KubeObject } from '../../../src/schema/object.js'

beforeAll(async () => {
  await loadPaths()
})

const version: DefinitionVersion = {
  name: 'v1',
  served: true,
  storage: true,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: {
          type: 'object',
          properties: {
            size: { type: 'integer', minimum: 1, default: 3 },
            replicas: { type: 'integer' },
            color: { type: 'string' },
          },
        },
        status: {
          type: 'object',
          properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, since: { type: 'string' } },
        },
      },
    },
  },
}
const full: DefinitionVersion = {
  ...version,
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
  selectableFields: [{ jsonPath: '.spec.color' }],
  additionalPrinterColumns: [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Color', type: 'string', jsonPath: '.spec.color', description: 'Its color.', priority: 1 },
    { name: 'Since', type: 'date', jsonPath: '.status.since' },
  ],
}
const define = (versions: readonly DefinitionVersion[], spec: object = {}, metadata: object = {}): Definition => ({
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'widgets.shop.example.com', ...metadata },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
    versions,
    ...spec,
  },
})
const standard = { nameColumn, ageColumn, scale: lease }
const defOf = (one: DefinitionVersion): KindDef => kindsOfDefinition(define([one]), standard)[0]!(exampleProfile)
const widget = (spec: object, more: object = {}): KubeObject => ({
  kind: 'Widget',
  apiVersion: 'shop.example.com/v1',
  metadata: { name: 'a', generation: 4 },
  spec,
  ...more,
})
const at = (subresource: RuleContext['subresource']) => ruleContext({ subresource })

describe('the kind of a definition', () => {
  test('exists for each served version', () => {
    const kinds = kindsOfDefinition(
      define([
        version,
        { ...version, name: 'v2', storage: false },
        { ...version, name: 'v0', served: false, storage: false },
      ]),
      standard,
    )
    expect(kinds.map((kind) => kind(exampleProfile).apiVersion)).toEqual(['shop.example.com/v1', 'shop.example.com/v2'])
  })

  test('has its names and subresources', () => {
    const { names, scope, component, schema, subresources, create, update } = defOf(full)
    expect(names).toEqual({
      kind: 'Widget',
      plural: 'widgets',
      singular: 'widget',
      listKind: 'WidgetList',
      shortNames: ['wd'],
      categories: ['all'],
      notFound: 'widgets',
    })
    expect([scope, component, schema.required]).toEqual(['Namespaced', 'com.example.shop.v1.Widget', ['spec']])
    expect([create.resetFields, update.allowCreate, update.allowUnconditional]).toEqual([['status'], false, false])
    expect(Object.keys(subresources).sort()).toEqual(['main', 'scale', 'status'])
    expect(subresources.main.resetFields).toEqual(['status'])
    expect([subresources.status!.resetFields, subresources.status!.unowned]).toEqual([[], ['spec']])
    expect(Object.keys(defOf(version).subresources)).toEqual(['main'])
  })

  test('has a warning in a deprecated version', () => {
    expect(defOf({ ...version, deprecated: true }).discovery.deprecation).toBe(
      'shop.example.com/v1 Widget is deprecated',
    )
    expect(defOf({ ...version, deprecated: true, deprecationWarning: 'use v2' }).discovery.deprecation).toBe('use v2')
  })

  test('has its printer columns', () => {
    const object = widget({ size: 2, color: 'red' }, { status: { since: '2024-01-01T00:00:00Z' } })
    const now = Date.parse('2024-01-01T01:00:00Z')
    expect(
      defOf(full).table.columns.map(({ name, type, priority, description, cell }) => [
        name,
        type,
        priority,
        typeof description === 'string' ? description.slice(0, 40) : description,
        cell(object, now),
      ]),
    ).toEqual([
      ['Name', undefined, undefined, docOf('meta.v1.ObjectMeta', 'name'), 'a'],
      ['Size', 'integer', undefined, 'Custom resource definition column (in JS', 2],
      ['Color', 'string', 1, 'Its color.', 'red'],
      ['Since', 'date', undefined, 'Custom resource definition column (in JS', '60m'],
    ])
    expect(defOf(full).table.columns.map(({ cell }) => cell(widget({}), now))).toEqual(['a', null, null, null])
    expect(defOf(version).table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['Name', undefined],
      ['Age', 'date'],
    ])
  })

  test('has its selectable fields', () => {
    const { fields } = defOf(full).selectable
    expect(Object.keys(fields)).toEqual(['spec.color'])
    const color = fields['spec.color']
    expect([color?.(widget({ color: 'red' })), color?.(widget({}))]).toEqual(['red', ''])
  })

  test('sets defaults and validates names', () => {
    const def = defOf(full)
    expect(def.defaults(widget({}))).toEqual(widget({ size: 3 }))
    expect(def.metadata.name('A', false, widget({}))).toHaveLength(1)
    expect(def.metadata.name('a-', true, widget({}))).toEqual([])
  })

  test.each<
    readonly [version: DefinitionVersion, subresource: RuleContext['subresource'], next: KubeObject, generation: number]
  >([
    [full, 'main', widget({ size: 1 }), 4],
    [full, 'main', widget({ size: 2 }), 5],
    [full, 'status', widget({ size: 1 }, { status: { replicas: 1 } }), 4],
    [version, 'main', widget({ size: 1 }, { status: { replicas: 1 } }), 5],
    [version, 'main', { ...widget({ size: 1 }), metadata: { name: 'a', generation: 4, labels: { a: 'b' } } }, 4],
  ])('increments the generation with changes of the spec, case %#', (one, subresource, next, generation) => {
    expect(defOf(one).update.prepare(next, widget({ size: 1 }), at(subresource)).metadata.generation).toBe(generation)
  })

  test('gives a new object generation 1', () => {
    expect(defOf(version).create.prepare(widget({}), at('main')).metadata.generation).toBe(1)
  })

  test.each<readonly [object: KubeObject, texts: readonly string[]]>([
    [widget({ size: 1 }), []],
    [widget({ size: 0 }), ['spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1']],
    [widget({ replicas: -1 }), ['.spec.replicas: Invalid value: -1: should be a non-negative integer']],
    [{ kind: 'Widget', apiVersion: 'shop.example.com/v1', metadata: { name: 'a' } }, ['spec: Required value']],
  ])('validates objects, case %#', (object, texts) => {
    expect(defOf(full).create.validate(object, at('main')).map(issueText)).toEqual(texts)
  })

  test('reads and writes its Scale', () => {
    const { view } = defOf(full).subresources.scale!
    const object = widget(
      { replicas: 2 },
      {
        metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7', creationTimestamp: 't' },
        status: { replicas: 1, selector: 'a=b' },
      },
    )
    const shown = view!.show(object)
    expect(shown).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7', creationTimestamp: 't' },
      spec: { replicas: 2 },
      status: { replicas: 1, selector: 'a=b' },
    })
    expect(view!.change(object, { ...shown, spec: { replicas: 5 } })).toEqual({ ...object, spec: { replicas: 5 } })
  })
})

test('a name with a slash has no extra error of path segment names', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const body = JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'a/b' },
    spec: {
      group: 'shop.example.com',
      scope: 'Namespaced',
      names: { plural: 'as', kind: 'A' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  })
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const reply = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { details } = (await reply.json()) as { readonly details: { readonly causes: readonly { message: string }[] } }
  expect(details.causes.map(({ message }) => message.slice(0, 55))).toEqual([
    'Invalid value: "a/b": a lowercase RFC 1123 subdomain mu',
    'Invalid value: "a/b": must be spec.names.plural+"."+spe',
  ])
})

test('the name of a definition is validated before the rest of its metadata', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const metadata = { name: 'bs.x.example.com', generateName: 'w-', annotations: { ' ': '' } }
  const body = JSON.stringify({ ...define([version]), metadata })
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const reply = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { details } = (await reply.json()) as { readonly details: { readonly causes: readonly { field: string }[] } }
  expect(details.causes.map(({ field }) => field)).toEqual([
    'metadata.generateName',
    'metadata.name',
    'metadata.annotations',
  ])
})

describe('validation of a definition', () => {
  const schema = (openAPIV3Schema: object): DefinitionVersion => ({ ...version, schema: { openAPIV3Schema } })
  const VERSION = 'apiextensions.CustomResourceDefinitionVersion'
  const REST =
    'Deprecated:false, DeprecationWarning:(*string)(nil), Schema:(*apiextensions.CustomResourceValidation)(nil), Subresources:(*apiextensions.CustomResourceSubresources)(nil), AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil), SelectableFields:[]apiextensions.SelectableField(nil)'
  const versions = (...storage: readonly boolean[]) =>
    `[]${VERSION}{${storage.map((is) => `${VERSION}{Name:"v1", Served:true, Storage:${is}, ${REST}}`).join(', ')}}`
  const ROOT = 'spec.validation.openAPIV3Schema'
  test.each<readonly [definition: Definition, texts: readonly string[]]>([
    [define([full]), []],
    [
      define([version], { group: 'shop' }, { name: 'widgets.shop' }),
      ['spec.group: Invalid value: "shop": should be a domain with at least one dot'],
    ],
    [
      define([version], { scope: 'World' }),
      ['spec.scope: Unsupported value: "World": supported values: "Cluster", "Namespaced"'],
    ],
    [
      define([{ name: 'v1', served: true, storage: true }]),
      ['spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required'],
    ],
    [
      define([{ ...version, storage: false }]),
      [`spec.versions: Invalid value: ${versions(false)}: must have exactly one version marked as storage version`],
    ],
    [
      define([version, version]),
      [
        `spec.versions: Invalid value: ${versions(true, true)}: must contain unique version names`,
        `spec.versions: Invalid value: ${versions(true, true)}: must have exactly one version marked as storage version`,
        'status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v1',
      ],
    ],
    [
      define([version, { ...version, storage: false }]),
      [`spec.versions: Invalid value: ${versions(true, false)}: must contain unique version names`],
    ],
    [
      define([version], { names: { plural: 'widgets', kind: 'Widget', listKind: 'Widget' } }),
      ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
    ],
    [
      define([schema({ properties: { spec: {} } })]),
      [
        `${ROOT}.properties[spec].type: Required value: must not be empty for specified object fields`,
        `${ROOT}.type: Required value: must not be empty at the root`,
      ],
    ],
    [
      define([schema({ type: 'object', properties: { a: { type: 'array' } } })]),
      [`${ROOT}.properties[a].items: Required value: must be specified`],
    ],
    [
      define([schema({ type: 'object', properties: { a: { type: 'string', anyOf: [{ type: 'string' }] } } })]),
      [`${ROOT}.properties[a].anyOf[0].type: Forbidden: must be empty to be structural`],
    ],
    [
      define([
        schema({
          type: 'object',
          properties: { a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] } },
        }),
      ]),
      [],
    ],
    [
      define([version, { ...schema({ type: 'string' }), name: 'v2', storage: false }]),
      ['spec.versions[1].schema.openAPIV3Schema.type: Invalid value: "string": must be object at the root'],
    ],
    [
      define([{ ...version, additionalPrinterColumns: [{ name: 'A', type: 'map', jsonPath: 'spec.x' }] }]),
      [
        'spec.additionalPrinterColumns[0].type: Invalid value: "map": must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec.x": must be a simple json path starting with .',
      ],
    ],
    [
      define([
        version,
        {
          ...full,
          name: 'v2',
          storage: false,
          subresources: { scale: { specReplicasPath: '.x', statusReplicasPath: '', labelSelectorPath: '.y' } },
        },
      ]),
      [
        'spec.versions[1].subresources.scale.specReplicasPath: Invalid value: ".x": should be a json path under .spec',
        'spec.versions[1].subresources.scale.statusReplicasPath: Required value',
        'spec.versions[1].subresources.scale.labelSelectorPath: Invalid value: ".y": should be a json path under either .spec or .status',
        'spec.versions[1].selectableFields: Invalid value: "": selectableFields may only be set when version.schema.openAPIV3Schema is not included',
      ],
    ],
    [
      define([
        { ...version, selectableFields: [{ jsonPath: '.spec.size' }] },
        { ...schema({ type: 'object' }), name: 'v2', storage: false, selectableFields: [{ jsonPath: '.spec.size' }] },
      ]),
      [
        'spec.selectableFields: Invalid value: "": selectableFields may only be set when validations.schema is included',
      ],
    ],
    [
      define([{ ...schema({ type: 'object', id: 'x' }), selectableFields: [{ jsonPath: '' }] }]),
      [
        'spec.validation.openAPIV3Schema.id: Forbidden: id is not supported',
        'spec.schema.openAPIV3Schema: Invalid value: "": OpenAPIV3Schema \'id\' is not supported',
        'spec.selectableFields[0].jsonPath: Required value',
      ],
    ],
    [
      define([
        {
          ...version,
          deprecated: true,
          deprecationWarning: 'a\nb',
          selectableFields: ['.spec', '.spec.size', '.spec.size', '.nope'].map((jsonPath) => ({ jsonPath })),
        },
      ]),
      [
        'spec.versions[0].deprecationWarning: Invalid value: "a\\nb": must only contain printable UTF-8 characters; non-printable character found at index 1',
        'spec.selectableFields[0].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        'spec.selectableFields[2].jsonPath: Duplicate value: ".spec.size"',
        'spec.selectableFields[3].jsonPath: Invalid value: ".nope": is an invalid path: does not refer to a valid field',
      ],
    ],
    [
      define([
        schema({
          type: 'object',
          properties: {
            a: { type: 'integer', default: 'x' },
            b: { type: 'object', properties: {}, default: { c: 1 } },
          },
        }),
      ]),
      [
        'spec.validation.openAPIV3Schema.properties[a].default: Invalid value: "string":  in body must be of type integer: "string"',
        'spec.validation.openAPIV3Schema.properties[b].default: Invalid value: map[string]interface {}{"c":1}: must not have unknown fields',
      ],
    ],
    [
      define([
        schema({
          type: 'object',
          properties: {
            set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } },
            map: {
              type: 'array',
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['k', 'n'],
              items: { type: 'object', properties: { k: { type: 'string' } } },
            },
            both: {
              type: 'object',
              properties: { a: { type: 'string' } },
              additionalProperties: { type: 'string' },
              uniqueItems: true,
            },
          },
        }),
      ]),
      [
        'spec.validation.openAPIV3Schema.properties[set].items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
        'spec.validation.openAPIV3Schema.properties[map].x-kubernetes-list-map-keys: Invalid value: []string{"k", "n"}: entries must all be names of item properties',
        'spec.validation.openAPIV3Schema.properties[map].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
        'spec.validation.openAPIV3Schema.properties[both].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
        'spec.validation.openAPIV3Schema.properties[both].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
      ],
    ],
    [
      define([version], { conversion: { strategy: 'Webhook' } }),
      [
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      define([version], { group: 'shop.k8s.io' }, { name: 'widgets.shop.k8s.io' }),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
  ])('case %#', (definition, texts) => {
    // As the server has it when it validates: names filled in, the storage version in status.storedVersions.
    const { spec } = definition
    const stored = (spec.versions.filter(({ storage }) => storage).map(({ name }) => name) as readonly string[]).slice(
      0,
      1,
    )
    const filled = {
      ...definition,
      spec: { ...spec, names: { singular: 'widget', listKind: 'WidgetList', ...spec.names } },
      status: { storedVersions: stored.length > 0 ? stored : ['v1'] },
    }
    expect(validateDefinition(filled as Definition).map(issueText)).toEqual(texts)
  })
})
