/** A project whose suites use envtest, at a tag built against v1.33 or v1.34 of Kubernetes. */
export type Project = {
  readonly module: string
  readonly version: string
  /** The version of k8s.io/api that it is built against. */
  readonly kubernetes: string
  readonly packages: readonly string[]
  readonly env?: { readonly [name: string]: string }
  /** Folders that the project's Makefile copies from modules before its tests: where from, by where to. */
  readonly copies?: { readonly [to: string]: { readonly module: string; readonly from: string } }
}

/** The projects, by the names of their rows. */
export const projects: { readonly [name: string]: Project } = {
  'controller-runtime': {
    module: 'sigs.k8s.io/controller-runtime',
    version: 'v0.21.0',
    kubernetes: 'v0.33.0',
    packages: ['pkg/cache', 'pkg/client', 'pkg/manager', 'pkg/builder'],
  },
}
