import ts from 'typescript'
import { expect, test } from 'vitest'
import { repeatsOf } from '../../src/base/lists/lists.js'
import { sourcesIn, walk } from '../sources.js'

test('an item that occurs earlier in the list is a repeat', () => {
  const list = ['a', 'b', 'a', '', 'a', 'b']
  expect(list.map((_, i) => repeatsOf(list)(i))).toEqual([false, false, true, false, true, true])
})

// A client may send a list of 100,000 items: to search it for each of them takes five billion comparisons.
test('no code in src/ finds duplicates by an indexOf for each item', () => {
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
