/** The group and version in which metrics of use are served, and how metrics-server registers them. */
export const METRICS_API = {
  group: 'metrics',
  version: 'v1beta1',
  groupPriorityMinimum: 100,
  versionPriority: 100,
  insecureSkipTLSVerify: true,
  service: { namespace: 'kube-system', name: 'metrics-server' },
} as const

/** Over how long use is measured, in milliseconds: metrics-server looks that often. */
export const METRICS_WINDOW = 15_000
