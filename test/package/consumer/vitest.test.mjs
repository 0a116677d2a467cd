import * as core from 'fakecluster'
import * as node from 'fakecluster/node'
import { test } from 'vitest'
import check from './check.cjs'

test('both doors, by import', () => check(core, node))
