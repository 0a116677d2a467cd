/** The group and version of resource metrics, and their APIService as metrics-server registers it. */
export const METRICS_API = {
  group: 'metrics',
  version: 'v1beta1',
  groupPriorityMinimum: 100,
  versionPriority: 100,
  insecureSkipTLSVerify: true,
  service: { namespace: 'kube-system', name: 'metrics-server' },
} as const

/** The window over which usage is measured, in milliseconds: the interval at which metrics-server scrapes. */
export const METRICS_WINDOW = 15_000
