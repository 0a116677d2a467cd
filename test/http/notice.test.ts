import { expect, test } from 'vitest'
import { hintAtProfile } from '../../src/http/notice.js'

const groupsOf = (...paths: string[]) => {
  const lines: string[] = []
  const fetch = hintAtProfile(
    (_: Request) => new Response(),
    (line) => lines.push(line),
  )
  for (const path of paths) void fetch(new Request(`http://localhost:8080${path}`))
  return lines.map((line) => /the group (\S+),/.exec(line)![1])
}

test.each([
  ['/apis/coordination.k8s.io/v1/leases'],
  ['/apis/coordination.k8s.io'],
  ['/apis/coordination.k8s.io?timeout=32s'],
])('%s', (path) => {
  expect(groupsOf(path)).toEqual(['coordination.k8s.io'])
})

test.each([
  ['/api/v1/nodes'],
  ['/apis'],
  ['/apis/policy/v1'],
  ['/apis/coordination.example.io/v1/leases'],
  ['/api/v1/nodes?labelSelector=/apis/a.k8s.io/b'],
  ['/apis/a.k8s.iox'],
])('not %s', (path) => {
  expect(groupsOf(path)).toEqual([])
})

test('only the first', () => {
  expect(groupsOf('/apis/policy/v1', '/apis/node.k8s.io/v1', '/apis/events.k8s.io/v1', '/apis/node.k8s.io/v1')).toEqual(
    ['node.k8s.io'],
  )
})
