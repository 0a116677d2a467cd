import { LoadError } from '../../../base/input/load-error.js'
import { lintJson, lintJunit, lintText } from '../../../cluster/lint/formats.js'
import { lint } from '../../../cluster/lint/lint.js'
import { StartError } from '../../failure.js'
import { readFixtures } from '../../fixtures.js'
import { printing } from '../../printable.js'
import { asksForHelp, parseLine } from '../command.js'
import type { CommandIo } from '../commands.js'
import { helpText } from '../help.js'
import { UsageError } from '../usage-error.js'
import { lintCommand } from './command.js'

const PRINTED = { text: lintText, json: lintJson, junit: lintJunit }

/**
 * Runs the words after `lint` and returns the exit code: 1 if an object is refused, 2 for a wrong command line or
 * unreadable files.
 */
export async function runLint(argv: readonly string[], io: Pick<CommandIo, 'out' | 'err'>): Promise<0 | 1 | 2> {
  const { out, err } = printing(io)
  try {
    if (asksForHelp(argv)) {
      out(helpText(lintCommand))
      return 0
    }
    const { values, words } = parseLine(lintCommand, argv)
    const { policies = [], against = [], crds = [], output = 'text', ...settings } = values
    if (words.length + policies.length + against.length === 0)
      throw new UsageError('name files to check: fakecluster lint deploy/ --policies policies/')
    const [manifests, ...others] = await Promise.all([words, policies, against, crds].map(readFixtures))
    const [policyFiles = [], dump = [], definitions = []] = others
    const report = await lint({
      ...{ manifests: manifests ?? [], policies: policyFiles, against: dump, crds: definitions },
      ...(settings.kubernetesVersion ? { kubernetesVersion: settings.kubernetesVersion } : {}),
      ...(settings.featureGates ? { featureGates: settings.featureGates } : {}),
      ...(settings.service ? { services: settings.service } : {}),
      ...(settings.runtimeConfig ? { runtimeConfig: settings.runtimeConfig } : {}),
    })
    out(PRINTED[output](report))
    return report.refused > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StartError || error instanceof LoadError)) throw error
    err(`fakecluster lint: ${error.message}`)
    return 2
  }
}
