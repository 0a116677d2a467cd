import { expect, test } from 'vitest'
import { openServer } from '../asking.js'

const of = (name: string, words = '') => `spec.resourceAttributes.${name} ${words}ignored due to parse error`
const [one, two] = [
  { key: 'a', operator: 'In', values: ['b'] },
  { key: 'a', operator: 'Gt', values: ['1'] },
]

test.each([
  [{ fieldSelector: { rawSelector: 'a=b' }, labelSelector: { rawSelector: 'a in (b)' } }, undefined],
  [{ fieldSelector: { rawSelector: 'a' } }, of('fieldSelector')],
  [{ labelSelector: { rawSelector: 'a in (' } }, of('labelSelector')],
  [{ labelSelector: { requirements: [one, two] } }, of('labelSelector', 'partially ')],
  [
    {
      fieldSelector: { requirements: [{ ...one, operator: 'Exists', values: [] }] },
      labelSelector: { requirements: [two] },
    },
    `${of('fieldSelector')}; ${of('labelSelector')}`,
  ],
])('answers an access review with %j and the evaluationError %s', async (selectors, evaluationError) => {
  const ask = openServer()
  const resourceAttributes = { verb: 'list', resource: 'pods', ...selectors }
  const { body } = await ask('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    spec: { resourceAttributes },
  })
  expect(body['status']).toEqual({ allowed: true, ...(evaluationError ? { evaluationError } : {}) })
})
