import { expect, it } from 'vitest'
import { fullyQualifiedName } from '../../../src/base/rules/domain.js'
import { dns1123Subdomain } from '../../../src/base/rules/names.js'

const FEW = 'should be a domain with at least three segments separated by dots'

it.each<[string, string[]]>([
  ['a.example.com', []],
  ['example.com', [FEW]],
  ['a', [FEW]],
  ['a.b.', dns1123Subdomain('a.b.')],
  [`${'a.'.repeat(127)}_`, [dns1123Subdomain(`${'a.'.repeat(127)}_`).join(',')]],
])('fullyQualifiedName %j', (value, messages) => {
  expect(fullyQualifiedName(value)).toEqual(messages)
})
