import { clusterShape } from '../base/check/cluster.js'
import { type Shape, flag, must } from '../base/check/shape.js'
import { type MemberShapes, listOf, members, requiring } from '../base/check/shapes.js'
import { readHost } from './hosts.js'

const PLACES =
  'a host such as "localhost:8001", an address such as "https://example.com/k8s", or a path of the page such as "/k8s"'

const host: Shape = {
  check: (value, path) =>
    typeof value === 'string' && readHost(value, 'http://page') ? [] : must(path, PLACES, value),
  schema: { type: 'string' },
}

const many = listOf(host)

const hosts: Shape = {
  check: (value, path) =>
    Array.isArray(value) && value.length === 0
      ? [{ path, text: `is empty, so that nothing would be answered; name ${PLACES}` }]
      : many.check(value, path),
  schema: { ...many.schema, minItems: 1 },
}

/** The parameters of `intercept`. */
export const interceptParameters = {
  cluster: clusterShape,
  options: requiring(
    members({ hosts, webSocket: flag }),
    ['hosts'],
    'the cluster has to be told whose requests it answers, as in { hosts: ["localhost:8001"] }',
  ),
} satisfies MemberShapes
