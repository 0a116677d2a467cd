import { oneOf } from '../../../base/check/shape.js'
import type { Command } from '../command.js'
import { SUBCOMMANDS } from '../commands.js'
import { choice, gates, list, releaseDefault, releases, runtimeConfig, services } from '../flag-values.js'

/** The command `lint`. */
export const lintCommand = {
  path: 'lint',
  usage: [SUBCOMMANDS.lint.usage],
  about: [
    'Tells what a server would say of objects: each is decoded, defaulted, validated, admitted, and asked about by policies. Nothing else is needed.',
    'What plug-ins, policies and webhooks change of an object is shown as a patch.',
    'Exits with 0 if all are admitted, with 1 if any is refused.',
  ],
  args: [
    {
      name: 'MANIFESTS…',
      about: 'YAML or JSON files of objects, or folders of them',
      isOptional: true,
      many: true,
    },
  ],
  flags: {
    'kubernetes-version': {
      value: 'VERSION,…',
      help: `the version of Kubernetes of the server, or several: 1.33,1.37 (${releaseDefault})`,
      repeats: true,
      read: releases,
    },
    policies: {
      value: 'PATH…',
      help: 'policies, their bindings and parameters, which are written before the others',
      many: true,
      read: list,
    },
    against: {
      value: 'PATH…',
      help: 'what is in the cluster, such as a dump: each of these objects is then tried again, unchanged',
      many: true,
      read: list,
    },
    crds: { value: 'PATH…', help: 'files of CustomResourceDefinitions, or folders of them', many: true, read: list },
    service: {
      value: 'NAMESPACE/NAME=URL…',
      help: 'what stands behind a Service that webhooks are called by: shop/hooks=https://127.0.0.1:9443',
      many: true,
      read: services,
    },
    output: {
      ...choice(oneOf(['text', 'json', 'junit'])),
      help: 'how to print what becomes of the objects (default text)',
    },
    'feature-gates': { value: 'A=true,…', help: 'feature gates', many: true, read: gates },
    'runtime-config': {
      value: 'API=true,…',
      help: 'built-in APIs to serve or not',
      many: true,
      read: runtimeConfig,
    },
    help: { help: 'print this help' },
  },
} satisfies Command
