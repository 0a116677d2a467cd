import ts from 'typescript'
import { expect, test } from 'vitest'
import { repeatsOf } from '../../src/base/repeats.js'
import { sourcesIn, walk } from '../sources.js'

test('what stands at an earlier place of a list repeats', () => {
  const list = ['a', 'b', 'a', '', 'a', 'b']
  expect(list.map((_, i) => repeatsOf(list)(i))).toEqual([false, false, true, false, true, true])
})

// A list that a client sends may have 100,000 items: whoever looks for each of them in it looks at five billion.
test('nothing of ours finds what is repeated by looking for each item', () => {
  const searches = sourcesIn('src').flatMap(({ file, tree }) => {
    const found: string[] = []
    walk(tree, (node) => {
      if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.right) || !ts.isCallExpression(node.left)) return
      const { expression } = node.left
      if (ts.isPropertyAccessExpression(expression) && /^(last)?indexOf$/i.test(expression.name.text))
        found.push(`${file}: ${node.getText()}`)
    })
    return found
  })
  expect(searches).toEqual([])
})
