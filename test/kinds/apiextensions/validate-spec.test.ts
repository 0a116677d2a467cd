import { expect, test } from 'vitest'
import { goVersions } from '../../../src/kinds/apiextensions/validate-spec.js'

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
