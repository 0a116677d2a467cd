import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourcesIn, walk } from '../sources.js'

const WRITES = ['create', 'createFor', 'update', 'edit', 'patch', 'apply', 'rescale', 'delete', 'pause', 'waitFor']
const sources = sourcesIn('src/controllers').filter(({ file }) => !file.startsWith('runtime/'))

/** The names of the functions of controllers that are generators, and of those that are not. */
function namesOf() {
  const steps = new Set<string>()
  const others = new Set<string>()
  for (const { tree } of sources)
    walk(tree, (node) => {
      if (ts.isFunctionDeclaration(node) && node.name) (node.asteriskToken ? steps : others).add(node.name.text)
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) others.add(node.name.text)
    })
  return { steps, others }
}

test('no steps of a controller are left undone: a write, or what writes, is called with yield*', () => {
  const { steps, others } = namesOf()
  const makesSteps = ({ expression }: ts.CallExpression) =>
    ts.isPropertyAccessExpression(expression)
      ? expression.expression.getText().endsWith('world') && WRITES.includes(expression.name.text)
      : ts.isIdentifier(expression) && steps.has(expression.text) && !others.has(expression.text)
  const undone: string[] = []
  let calls = 0
  for (const { file, tree } of sources)
    walk(tree, (node) => {
      if (!ts.isCallExpression(node) || !makesSteps(node)) return
      calls++
      const { parent } = node
      const isDropped = ts.isExpressionStatement(parent) || ts.isVoidExpression(parent) || ts.isIfStatement(parent)
      if (isDropped) undone.push(`${file}: ${node.getText().split('\n')[0]}`)
    })
  expect(undone).toEqual([])
  expect(calls).toBeGreaterThan(400)
})
