import type { Server } from '../support/server.js'

const metadata = `metadata:
  name: {{ .Release.Name }}
  labels:
    app: {{ .Release.Name }}`

/**
 * The files of a chart by path: kinds of both profiles, with a holder and a number of replicas as values; 0 leaves out
 * the workloads.
 */
export const chart = ({ group }: Server): { readonly [path: string]: string } => ({
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\nappVersion: "1"\n',
  'shop/values.yaml': 'holder: one\nreplicas: 1\n',
  'shop/templates/NOTES.txt': 'Held by {{ .Values.holder }}.\n',
  'shop/templates/lease.yaml': `apiVersion: ${group('coordination')}/v1
kind: Lease
${metadata}
spec:
  holderIdentity: {{ .Values.holder }}
`,
  'shop/templates/claim.yaml': `apiVersion: v1
kind: PersistentVolumeClaim
${metadata}
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
`,
  'shop/templates/budget.yaml': `apiVersion: policy/v1
kind: PodDisruptionBudget
${metadata}
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app: {{ .Release.Name }}
`,
  'shop/templates/config.yaml': `apiVersion: v1
kind: ConfigMap
${metadata}
data:
  holder: {{ .Values.holder }}
---
apiVersion: v1
kind: Secret
${metadata}
stringData:
  holder: {{ .Values.holder }}
---
apiVersion: v1
kind: ServiceAccount
${metadata}
`,
  'shop/templates/web.yaml': `{{- if .Values.replicas }}
apiVersion: v1
kind: Service
${metadata}
spec:
  selector:
    app: {{ .Release.Name }}
  ports:
    - port: 80
---
apiVersion: apps/v1
kind: Deployment
${metadata}
spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels:
      app: {{ .Release.Name }}
  template:
    metadata:
      labels:
        app: {{ .Release.Name }}
    spec:
      serviceAccountName: {{ .Release.Name }}
      containers:
        - name: web
          image: example.com/web:1
{{- end }}
`,
})
