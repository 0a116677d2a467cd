import { expect, test } from 'vitest'
import { annotationsOf } from '../../../../src/controllers/apps/deployments/annotations.js'

const REVISION = 'deployment.kubernetes.io/revision'
const HISTORY = 'deployment.kubernetes.io/revision-history'

const historyOf = (history: string, revision: number) =>
  annotationsOf(
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {} },
    { [REVISION]: String(revision), [HISTORY]: history },
    revision + 1,
  )[HISTORY]

test('a history of revisions keeps to 2000 characters: the oldest are dropped', () => {
  const full = Array.from({ length: 400 }, (_, i) => 1000 + i).join(',')
  expect(full).toHaveLength(1999)
  expect(historyOf(full, 1400)).toBe(`${full.slice('1000,'.length)},1400`)
  expect(historyOf('1,3', 5)).toBe('1,3,5')
  expect(historyOf('', 5)).toBe('5')
  expect(historyOf('9'.repeat(1999), 5)).toBe('5')
})
