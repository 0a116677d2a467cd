import type { Server } from './server.js'

/** A Lease to be created, as YAML. */
export const leaseYaml = (
  server: Server,
  name: string,
  holder: string,
): string => `apiVersion: ${server.group('coordination')}/v1
kind: Lease
metadata:
  name: ${name}
  namespace: default
  labels:
    app: ${name}
spec:
  holderIdentity: ${holder}
  leaseDurationSeconds: 15
`

/** The first column of what `kubectl get` printed, without its header. */
export const firstColumn = (printed: string): readonly string[] =>
  printed
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(/ +/)[0] ?? '')

/** What a command that went well prints, and nothing else. */
export const printed = (stdout: string) => ({ code: 0, stdout, stderr: '' })

/** What a command that failed prints. */
export const failed = (stderr: string) => ({ code: 1, stdout: '', stderr })
