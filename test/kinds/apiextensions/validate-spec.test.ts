import { beforeAll, expect, test } from 'vitest'
import { worded } from '../../../src/base/errors/wording.js'
import { jsonOf } from '../../../src/base/go/printable.js'
import type { RawSchema } from '../../../src/kinds/apiextensions/definition.js'
import { goVersions } from '../../../src/kinds/apiextensions/validate-spec.js'
import { loadDifferences } from '../../../src/kinds/struct/go-formats.js'
import { wordingOf } from '../../../src/model/registry/kubernetes-version.js'

beforeAll(() => loadDifferences())

const shared = { schema: false, subresources: true, additionalPrinterColumns: false, selectableFields: false }

test('prints the fields of a version, without those that all versions share', () => {
  const version = {
    name: 'v1',
    served: true,
    storage: false,
    deprecated: true,
    deprecationWarning: 'old',
    schema: {},
    subresources: { status: {} },
    additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 }],
    selectableFields: [{ jsonPath: '.spec.size' }],
  }
  expect(goVersions([version], shared).text).toBe(
    '[]apiextensions.CustomResourceDefinitionVersion{apiextensions.CustomResourceDefinitionVersion{Name:"v1", Served:true, Storage:false, Deprecated:true, DeprecationWarning:(*string)(0xc000000000), Schema:(*apiextensions.CustomResourceValidation)(0xc000000000), Subresources:(*apiextensions.CustomResourceSubresources)(nil), AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition{apiextensions.CustomResourceColumnDefinition{Name:"Size", Type:"integer", Format:"", Description:"", Priority:1, JSONPath:".spec.size"}}, SelectableFields:[]apiextensions.SelectableField{apiextensions.SelectableField{JSONPath:".spec.size"}}}}',
  )
})

test('prints missing and empty lists of versions', () => {
  expect(goVersions(undefined, shared).text).toBe('[]apiextensions.CustomResourceDefinitionVersion(nil)')
  expect(goVersions([], shared).text).toBe('[]apiextensions.CustomResourceDefinitionVersion{}')
})

test('since v1.34 versions are shown as JSON of what a server keeps', () => {
  const openAPIV3Schema: RawSchema = {
    type: 'object',
    properties: {
      on: { type: 'boolean', default: { b: 1, a: 2 } },
      list: { type: 'array', items: { type: 'string' } },
    },
    additionalProperties: true,
    'x-kubernetes-validations': [{ rule: 'self.on' }],
  }
  const shown = (versions?: Parameters<typeof goVersions>[0]) =>
    worded(wordingOf('1.37'), () => JSON.parse(jsonOf(goVersions(versions, shared))) as unknown)
  expect(shown()).toBe(null)
  expect(shown([{ name: 'v1', served: true, storage: false, schema: { openAPIV3Schema } }])).toMatchObject([
    {
      Name: 'v1',
      DeprecationWarning: null,
      Subresources: null,
      Schema: {
        OpenAPIV3Schema: {
          Schema: '',
          Ref: null,
          Properties: {
            on: { Type: 'boolean', Default: { a: 2, b: 1 } },
            list: { Items: { Schema: { Type: 'string' }, JSONSchemas: null } },
          },
          AdditionalProperties: { Allows: true, Schema: null },
          XValidations: [{ Rule: 'self.on', Message: '' }],
        },
      },
    },
  ])
})
