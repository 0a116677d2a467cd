import { expect, test } from 'vitest'
import { issueText, required } from '../../../src/base/errors/issue.js'
import { requiredValue, ifSet } from '../../../src/kinds/struct/member-rules.js'
import { structFiller } from '../../../src/kinds/struct/struct-defaults.js'
import { structValidator } from '../../../src/kinds/struct/struct-rules.js'

const PROBE = 'core.v1.Probe'

test('fills in a struct and its nested structs only by the given table', () => {
  const fill = structFiller({
    'core.v1.HTTPGetAction': { scheme: 'HTTP', path: ({ port }) => (port === 80 ? '/eighty' : undefined) },
  })
  expect(fill(PROBE, { httpGet: { port: 80 } })).toEqual({ httpGet: { path: '/eighty', port: 80, scheme: 'HTTP' } })
  expect(fill(PROBE, { httpGet: { port: 81 } })).toEqual({ httpGet: { port: 81, scheme: 'HTTP' } })
  const full = { httpGet: { path: '/', port: 80, scheme: 'HTTPS' }, periodSeconds: 3 }
  expect(fill(PROBE, full)).toBe(full)
})

test('validates a struct and its nested structs only by the given table', () => {
  const validate = structValidator({
    [PROBE]: { periodSeconds: requiredValue },
    'core.v1.HTTPGetAction': { path: ifSet((text) => (text.startsWith('/') ? [] : ['must begin with a slash'])) },
  })
  const texts = (probe: object) => validate(PROBE, probe, 'probe').map(issueText)
  expect(texts({ periodSeconds: -1, httpGet: { path: '/', port: 80 } })).toEqual([])
  expect(texts({ httpGet: { path: 'x', port: 80 } })).toEqual([
    issueText(required('probe.periodSeconds')),
    'probe.httpGet.path: Invalid value: "x": must begin with a slash',
  ])
})
