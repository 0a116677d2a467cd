import { newCluster } from '../cluster.js'
import { makeParts } from '../parts-from-options.js'
import { type Subject, subjectsOf } from './subjects.js'
import type { LintOptions, LintReport, LintResult } from './types.js'
import { watchAdmission } from './watched-admission.js'
import { createWriter } from './write.js'

/** Writes the subjects one after the other to a cluster made for that, and those of `against` once more as a trial. */
export async function conductLint(options: LintOptions): Promise<LintReport> {
  const { manifests = [], policies = [], against = [], ...settings } = options
  const [first, then, before] = [
    subjectsOf(policies, 'policies'),
    subjectsOf(manifests, 'manifests'),
    subjectsOf(against, 'against'),
  ]
  // Accounts and certificates are there as on a server whose controllers run; nothing else acts.
  const parts = makeParts({ seed: 1, controllers: ['service-accounts', 'root-certificates'], ...settings })
  const watched = watchAdmission(parts.admission)
  const cluster = newCluster({ ...parts, admission: watched.admission })
  const write = createWriter(cluster, watched)
  await cluster.load(against)
  const results: LintResult[] = []
  for (const subject of inOrder([...first, ...then])) results.push(await write(subject, 'written'))
  for (const subject of before) results.push(await write(subject, 'tried'))
  return {
    results,
    refused: results.filter(({ isAdmitted }) => !isAdmitted).length,
    warned: results.filter(({ isAdmitted, warnings }) => isAdmitted && warnings.length > 0).length,
  }
}

const FIRST = ['Namespace', 'CustomResourceDefinition']

/** Puts what others depend on first. */
const inOrder = (subjects: readonly Subject[]): readonly Subject[] => [
  ...FIRST.flatMap((kind) => subjects.filter((subject) => subject.kind === kind)),
  ...subjects.filter(({ kind }) => !FIRST.includes(kind)),
]
