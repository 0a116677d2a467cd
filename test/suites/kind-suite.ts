import { describe, expect, test } from 'vitest'
import { isStored } from '../../src/model/registry/subresource-of.js'
import { profiles } from '../profiles.js'
import { builtinKindsOf } from '../../src/kinds/builtin.js'
import type { Case } from './cases.js'
import { createCases } from './create-cases.js'
import { deleteCases } from './delete-cases.js'
import { patchCases } from './patch-cases.js'
import { protobufCases } from './protobuf-cases.js'
import { readCases } from './read-cases.js'
import { statusCases } from './status-cases.js'
import type { Transport } from './transport.js'
import { openTrial } from './trial.js'
import { updateCases } from './update-cases.js'
import { watchCases } from './watch-cases.js'

const cases: readonly Case[] = [
  ...createCases,
  ...readCases,
  ...updateCases,
  ...patchCases,
  ...statusCases,
  ...deleteCases,
  ...watchCases,
  ...protobufCases,
]

const APART: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'FlowSchema'])

/** Runs every case for every kind, each in a cluster of its own with seed 1. */
export function kindSuite(profile: 'example' | 'kubernetes', { name, connect }: Transport): void {
  // These have tests of their own: reviews are not stored, names of CRDs have their own form, and the server writes the
  // status of FlowSchemas.
  const defs = builtinKindsOf(profiles[profile])
    .map((kind) => kind(profiles[profile]))
    .filter((def) => isStored(def) && !APART.has(def.kind))
  describe.each(defs)(`$apiVersion $kind, ${name}, names of ${profile}`, (def) => {
    test.each(cases.filter(({ applies = () => true }) => applies(def)))('$name', async ({ run }) => {
      expect.hasAssertions()
      // The cases are about kinds alone, so that pods need no service account.
      await using connection = await connect({
        seed: 1,
        profile,
        disableAdmissionPlugins: ['ServiceAccount'],
        runtimeConfig: { 'api/beta': true, 'api/alpha': true },
        ...(def.gate === undefined ? {} : { featureGates: { [def.gate]: true } }),
      })
      await run(openTrial(def, connection))
    })
  })
}
