import { expect, test } from 'vitest'
import { openServer } from '../../asking.js'
import { warningsOfPod } from '../../../../src/kinds/core/pod/pod-warnings.js'
import { overlapsOf } from '../../../../src/kinds/core/pod/volume-warnings.js'

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
const paths = (...all: readonly string[]) => all.map((path) => ({ path, source: '' }))

test('a path overlaps preceding paths that are equal to it, above it or below it, in their order', () => {
  expect(overlapsOf(paths('a/b', 'c', 'a/b/c/d', 'ab', 'a/', 'a/b', '', '/'))).toEqual([
    '"a/b/c/d" with "a/b"',
    '"a" with "a/b"',
    '"a" with "a/b/c/d"',
    '"a/b" with "a/b"',
    '"a/b" with "a/b/c/d"',
    '"a/b" with "a"',
  ])
  const [one, two] = [
    { path: 'x', source: 'Secret "s"' },
    { path: 'x/y', source: 'DownwardAPI' },
  ]
  expect(overlapsOf([one, two])).toEqual(['"x/y" (DownwardAPI) with "x" (Secret "s")'])
})

test('reports at most 500 overlaps, and each only once', () => {
  expect(overlapsOf(paths(...range(60).map((i) => `a${'/a'.repeat(i)}`)))).toHaveLength(500)
  // The same overlap is reported once, and those after it as well.
  expect(overlapsOf(paths(...range(300).map(() => 'a'), 'b', 'b'))).toEqual(['"a" with "a"', '"b" with "b"'])
})

// Comparing each path with each other would take many minutes, which the limit of the runner ends.
test('hundreds of thousands of paths are compared in linear time', () => {
  expect(overlapsOf(range(400_000).map((i) => ({ path: `p${i}`, source: '' })))).toEqual([])
  // Sources without paths count as having those of the previous source.
  const items = range(5000).map((i) => ({ key: 'k', path: `p${i}` }))
  const sources = [{ configMap: { name: 'c', items } }, ...range(5000).map((i) => ({ secret: { name: `s${i}` } }))]
  const pod = { containers: [], volumes: [{ name: 'v', projected: { sources } }] }
  expect(warningsOfPod(pod)).toHaveLength(500)
})

test('the paths of trust bundles and certificates overlap with others', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const sources = [
    { clusterTrustBundle: { signerName: 'a.com/b', path: 'x' } },
    { podCertificate: { signerName: 'a.com/b', keyType: 'ED25519', keyPath: 'x/k' } },
  ]
  const { warning } = await ask('POST', '/api/v1/namespaces/default/pods', {
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', projected: { sources } }] },
  })
  expect(warning).toBe(
    '299 - "volume \\"v\\" (Projected): overlapping paths: \\"x/k\\" (PodCertificate key) with \\"x\\" (ClusterTrustBundle \\"a.com/b\\")"',
  )
})
