import { expect, test } from 'vitest'
import { requirementsOf } from '../../../src/model/select/access-requirements.js'

test('the requirements of selectors are those that an authorizer compares', () => {
  const fieldSelector = 'spec.nodeName=n1,status.phase!=Failed'
  const labelSelector = 'app in (a,b),!old,tier'
  expect(requirementsOf({ fieldSelector, labelSelector })).toEqual({
    fieldSelector: [
      { key: 'spec.nodeName', operator: '=', values: ['n1'] },
      { key: 'status.phase', operator: '!=', values: ['Failed'] },
    ],
    labelSelector: [
      { key: 'app', operator: 'in', values: ['a', 'b'] },
      { key: 'old', operator: '!', values: [] },
      { key: 'tier', operator: 'exists', values: [] },
    ],
  })
})

test('a selector that is absent, or cannot be parsed, narrows nothing', () => {
  expect(requirementsOf({ fieldSelector: '', labelSelector: '' })).toEqual({})
  expect(requirementsOf({ fieldSelector: 'a', labelSelector: 'a in' })).toEqual({})
})
