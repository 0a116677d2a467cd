import { beforeAll, expect, test } from 'vitest'
import { bindAdmission, checkAdmission } from '../../../src/cel/admission.js'
import { loadLibrary } from '../../../src/cel/library.js'

beforeAll(() => loadLibrary())

const object = {
  metadata: { name: 'a', resourceVersion: undefined, labels: { app: 'web' } },
  spec: { replicas: 3, ratio: 0.5, ports: [{ port: 80 }, { port: 443 }], empty: {}, none: null },
}
const evaluation = () =>
  bindAdmission({
    object,
    oldObject: null,
    request: () => ({ operation: 'CREATE' }),
    namespaceObject: () => null,
    params: { limit: 3 },
    variables: new Map(),
  })
const resultOf = (expression: string, evaluate = evaluation()) => {
  const { run, fault } = checkAdmission(expression, { params: true })
  const found = run && evaluate(run)
  return found?.ok ? found.value : (found?.error ?? fault)
}

const EXPRESSIONS: readonly [expression: string, result: unknown][] = [
  ['object.spec.replicas + 1 == 4', true],
  ['object.spec.ratio', 0.5],
  ['object.spec.replicas == params.limit', true],
  [
    'object.spec == {"replicas": dyn(3), "ratio": dyn(0.5), "ports": dyn([{"port": 80}, {"port": 443}]), "empty": dyn({}), "none": dyn(null)}',
    true,
  ],
  ['object.spec.ports.map(one, one.port).exists(one, one == 443)', true],
  ['object.spec.ports[1].port - object.spec.ports[0].port', 363n],
  ['object.spec.none == null && size(object.spec.empty) == 0', true],
  ['has(object.metadata.resourceVersion)', false],
  ['object.metadata.resourceVersion', 'no such key: resourceVersion'],
  ['size(object.metadata)', 2n],
  ['object.metadata.all(key, key in ["name", "labels"])', true],
  ['object.?metadata.?labels.?app.orValue("") + object.metadata.labels["app"]', 'webweb'],
  ['object.metadata.name.length', 'no such key: length'],
  ['oldObject.metadata.name', 'no such key: metadata'],
  ['oldObject == null', true],
  ['request.operation', 'CREATE'],
  ['[object].exists(object, object.metadata.name == "a")', true],
]

test.each(EXPRESSIONS)('what is given as JSON is read by its parts: %s', (expression, result) =>
  expect(resultOf(expression)).toEqual(result),
)

test('what is read by its parts is the same once the whole is converted', () => {
  const evaluate = evaluation()
  const results = EXPRESSIONS.map(([, result]) => result)
  for (let round = 0; round < 3; round++)
    expect(EXPRESSIONS.map(([expression]) => resultOf(expression, evaluate))).toEqual(results)
})
