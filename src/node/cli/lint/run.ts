import { LoadError } from '../../../base/input/load-error.js'
import { lintJson, lintJunit, lintText } from '../../../cluster/lint/formats.js'
import { lint } from '../../../cluster/lint/lint.js'
import { StartError } from '../../failure.js'
import { readFixtures } from '../../fixtures.js'
import { parseLine } from '../command.js'
import { isAny, runnerOf } from '../run-command.js'
import { UsageError } from '../usage-error.js'
import { lintCommand } from './command.js'

const PRINTED = { text: lintText, json: lintJson, junit: lintJunit }

/**
 * Runs the words after `lint` and returns the exit code: 1 if an object is refused, 2 for a wrong command line or
 * unreadable files.
 */
export const runLint = runnerOf(
  lintCommand,
  (error) => (isAny(error, UsageError, StartError, LoadError) ? 2 : undefined),
  async (argv, { out }) => {
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
  },
)
