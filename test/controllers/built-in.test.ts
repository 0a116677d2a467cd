import { expect, test } from 'vitest'
import { chooseControllers, purposeOf } from '../../src/controllers/built-in.js'
import { builtinKindsOf } from '../../src/kinds/builtin.js'
import { exampleProfile } from '../../src/model/registry/profile.js'
import { tableOf } from '../../src/rest/context.js'

test('what a controller works for is a kind that it watches, in the table of that kind', () => {
  const defs = builtinKindsOf(exampleProfile).map((kind) => kind(exampleProfile))
  for (const controller of chooseControllers()) {
    const purpose = purposeOf(controller)
    if (!purpose) continue
    expect(Object.keys(controller.watches)).toContain(purpose.kind)
    expect(defs.filter(({ kind }) => kind === purpose.kind).map((def) => tableOf({ def }))).toContain(purpose.table)
  }
})
