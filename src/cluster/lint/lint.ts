import { checkArguments } from '../../base/check/arguments.js'
import { createCluster } from '../cluster.js'
import { lintShape } from './shape.js'
import { type Subject, subjectsOf } from './subjects.js'
import type { LintOptions, LintReport, LintResult } from './types.js'
import { createWriter } from './write.js'

/**
 * Tells what a server would say of objects: each is decoded, defaulted, validated, admitted and asked about by
 * policies, in a cluster made for that.
 *
 * @throws LoadError for what is no object
 * @example
 * const { results } = await lint({ manifests: readFileSync('deploy.yaml', 'utf8'), policies: [policy, binding] })
 * expect(results.filter(({ isAdmitted }) => !isAdmitted)).toEqual([])
 */
export async function lint(options: LintOptions): Promise<LintReport> {
  checkArguments('lint', { options: lintShape }, [options])
  const { manifests = [], policies = [], against = [], ...settings } = options
  const [first, then, before] = [
    subjectsOf(policies, 'policies'),
    subjectsOf(manifests, 'manifests'),
    subjectsOf(against, 'against'),
  ]
  // Accounts and certificates are there as on a server whose controllers run; nothing else acts.
  const cluster = createCluster({ seed: 1, controllers: ['service-accounts', 'root-certificates'], ...settings })
  const write = createWriter(cluster)
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
