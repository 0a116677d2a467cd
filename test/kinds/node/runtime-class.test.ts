import { describe, expect, test } from 'vitest'
import { runtimeClass } from '../../../src/kinds/node/runtime-class.js'
import { causes } from '../causes.js'
import { LABEL, LABEL_VALUE, NAME_PART } from '../texts.js'

describe('the handler of a RuntimeClass', () => {
  test.each([
    ['runc', []],
    [undefined, [`handler: Invalid value: "": ${LABEL}`]],
    ['RunC', [`handler: Invalid value: "RunC": ${LABEL}`]],
    ['a.b', ['handler: Invalid value: "a.b": must not contain dots']],
    ['h'.repeat(64), [`handler: Invalid value: "${'h'.repeat(64)}": must be no more than 63 characters`]],
  ])('is validated: %s', (handler, expected) => {
    expect(causes(runtimeClass, { handler })).toEqual(expected)
  })

  test('is immutable, which is reported after all other errors', () => {
    expect(
      causes(
        runtimeClass,
        { handler: 'RunC', scheduling: { nodeSelector: { 'a b': 'c d' } } },
        { old: { handler: 'runc' } },
      ),
    ).toEqual([
      `handler: Invalid value: "RunC": ${LABEL}`,
      `scheduling.nodeSelector: Invalid value: "a b": ${NAME_PART}`,
      `scheduling.nodeSelector: Invalid value: "c d": ${LABEL_VALUE}`,
      'handler: Invalid value: "RunC": field is immutable',
    ])
  })
})

describe('a toleration of a RuntimeClass', () => {
  const at = 'scheduling.tolerations.tolerations[0]'
  test.each([
    [{ operator: 'Exists' }, []],
    [{ key: 'a', value: 'b', effect: 'NoExecute', tolerationSeconds: -1 }, []],
    [{ key: 'a b', operator: 'Exists' }, [`${at}.key: Invalid value: "a b": ${NAME_PART}`]],
    [
      { operator: 'Equal', value: 'b' },
      [
        `${at}.operator: Invalid value: "Equal": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`,
      ],
    ],
    [
      { key: 'a', effect: 'NoSchedule', tolerationSeconds: 5 },
      [`${at}.effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when \`tolerationSeconds\` is set`],
    ],
    [{ key: 'a', value: 'b c' }, [`${at}.operator: Invalid value: "b c": ${LABEL_VALUE}`]],
    [
      { key: 'a', operator: 'Exists', value: 'b' },
      [`${at}.operator: Invalid value: "b": value must be empty when \`operator\` is 'Exists'`],
    ],
    [
      { key: 'a', operator: 'Like', effect: 'Odd' },
      [
        `${at}.operator: Unsupported value: "Like": supported values: "Equal", "Exists"`,
        `${at}.effect: Unsupported value: "Odd": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
      ],
    ],
  ])('is validated: %j', (toleration, expected) => {
    expect(causes(runtimeClass, { handler: 'runc', scheduling: { tolerations: [toleration] } })).toEqual(expected)
  })

  test('is a duplicate even with other tolerationSeconds', () => {
    const toleration = { key: 'a', operator: 'Exists', effect: 'NoExecute' }
    expect(
      causes(runtimeClass, {
        handler: 'runc',
        scheduling: { tolerations: [{ ...toleration, tolerationSeconds: 5 }, toleration] },
      }),
    ).toEqual([
      'scheduling.tolerations[1]: Duplicate value: core.Toleration{Key:"a", Operator:"Exists", Value:"", Effect:"NoExecute", TolerationSeconds:(*int64)(nil)}',
    ])
  })
})

describe('the overhead of a RuntimeClass', () => {
  const cause = (name: string, text: string, value = name) =>
    `overhead.limits[${name}]: Invalid value: ${value}: ${text}`
  test.each([
    [{ cpu: '250m', memory: '64Mi', 'example.io/gpu': '1' }, []],
    [{ cpu: '-1' }, [cause('cpu', 'must be greater than or equal to 0', '"-1"')]],
    [{ storage: '1' }, [cause('storage', 'must be a standard resource for containers')]],
    [
      { odd: '1' },
      [
        cause('odd', 'must be a standard resource type or fully qualified'),
        cause('odd', 'must be a standard resource for containers'),
      ],
    ],
    [
      { 'requests.example.io/gpu': '1' },
      [cause('requests.example.io/gpu', "doesn't follow extended resource name standard")],
    ],
    [{ cpu: '1', 'hugepages-2Mi': '4Mi' }, []],
    [
      { cpu: '1', 'hugepages-2Mi': '3Mi' },
      [cause('hugepages-2Mi', '3Mi is not positive integer multiple of hugepages-2Mi', '"3Mi"')],
    ],
    [{ 'hugepages-2Mi': '4Mi' }, ['overhead: Forbidden: HugePages require cpu or memory']],
  ])('is validated: %j', (podFixed, expected) => {
    expect(causes(runtimeClass, { handler: 'runc', overhead: { podFixed } })).toEqual(expected)
  })
})
