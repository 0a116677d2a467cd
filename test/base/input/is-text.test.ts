import { expect, test } from 'vitest'
import { isText } from '../../../src/base/input/input.js'

test.each([
  'kind: Lease',
  'kind: Lease\n',
  'a\nb',
  '{"kind":"Lease"}',
  ' {}\n',
  '[{"before":{}}]',
  '- before: {}',
  '---\nkind: Lease\n',
  'apiVersion: v1\r\nkind: Node\r\n',
])('%j is text', (given) => {
  expect(isText(given)).toBe(true)
})

test.each([
  'crds.yaml',
  'crds',
  './crds/widgets.json',
  '../a b/c.yaml',
  '/etc/fakecluster/shop.yaml',
  'C:\\fixtures\\shop.yaml',
  'C:/fixtures/shop.yaml',
  'app/[id]/crds.yaml',
  '[id]/crds.yaml',
  '{name}.yaml',
  'https://example.com/crds.yaml',
  'crds.yaml\n',
])('%j is a path', (given) => {
  expect(isText(given)).toBe(false)
})
