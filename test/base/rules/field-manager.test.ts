import { expect, test } from 'vitest'
import { issueText } from '../../../src/base/errors/issue.js'
import { createCluster } from '../../../src/index.js'
import { validateFieldManager } from '../../../src/base/rules/field-manager.js'

test.each([
  ['kubectl 1', []],
  ['', []],
  ['é'.repeat(64), []],
  ['é'.repeat(65), ['m: Too long: may not be more than 128 bytes']],
  [
    'é\na\u00a0',
    [
      'm: Invalid value: "é\\na\\u00a0": invalid character U+000A (at position 2)',
      'm: Invalid value: "é\\na\\u00a0": invalid character U+00A0 (at position 4)',
    ],
  ],
])('the field manager %j', (manager, texts) => {
  expect(validateFieldManager(manager, 'm').map(issueText)).toEqual(texts)
})

test('of a very long field manager only the length is reported, not each of its characters', () => {
  expect(validateFieldManager('\n'.repeat(1_000_000), 'm').map(issueText)).toEqual([
    'm: Too long: may not be more than 128 bytes',
  ])
})

test('a manager in managedFields is validated too', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } }
  const metadata = { name: 'a', managedFields: [{ ...entry, manager: 'x'.repeat(129) }] }
  const reply = await fetch('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata }),
  })
  expect(await reply.json()).toMatchObject({
    message: 'ConfigMap "a" is invalid: metadata.managedFields[0].manager: Too long: may not be more than 128 bytes',
  })
})
