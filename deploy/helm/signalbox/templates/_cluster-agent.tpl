{{/* The account of an agent and the binding to its role, which bears the same name. Arguments: root, role. */}}
{{- define "signalbox.clusterAgent.account" -}}
{{- $name := printf "%s-%s" (include "signalbox.fullname" .root) .role -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $name }}
  labels:
    {{- include "signalbox.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: {{ $name }}
  labels:
    {{- include "signalbox.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: {{ $name }} }
subjects:
  - { kind: ServiceAccount, name: {{ $name }}, namespace: {{ .root.Release.Namespace | quote }} }
{{- end -}}

{{/*
The pod of an agent. Arguments: root; role, which names account and labels; mode, as in SIGNALBOX_CLUSTER_AGENT_MODE.
*/}}
{{- define "signalbox.clusterAgent.pod" -}}
{{- $root := .root -}}
{{- $values := $root.Values.clusterAgent -}}
metadata:
  labels:
    {{- include "signalbox.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
    {{- with $root.Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $root.Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "signalbox.fullname" $root }}-{{ .role }}
  automountServiceAccountToken: true
  enableServiceLinks: false
  terminationGracePeriodSeconds: 30
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: {{ .role }}
      image: {{ printf "%s:%s" $values.image.repository (default $root.Chart.AppVersion $values.image.tag) | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      ports:
        - { name: admin, containerPort: 9464 }
      env:
        - name: SIGNALBOX_URL
          value: {{ default $root.Values.publicUrl $values.url | quote }}
        - name: SIGNALBOX_API_KEY
          valueFrom:
            secretKeyRef:
              name: {{ default (printf "%s-cluster-agent" (include "signalbox.fullname" $root)) $values.existingSecret }}
              key: SIGNALBOX_API_KEY
        - { name: SIGNALBOX_CLUSTER_AGENT_MODE, value: {{ .mode }} }
        - name: SIGNALBOX_CLUSTER_NAME
          value: {{ $values.clusterName | quote }}
        {{- if eq .mode "node" }}
        - name: SIGNALBOX_NODE_NAME
          valueFrom: { fieldRef: { fieldPath: spec.nodeName } }
        - name: SIGNALBOX_NODE_ADDRESS
          valueFrom: { fieldRef: { fieldPath: status.hostIP } }
        - name: SIGNALBOX_KUBELET_INSECURE_TLS
          value: {{ $values.kubeletInsecureTls | quote }}
        {{- end }}
        {{- include "signalbox.settings" $values.settings | nindent 8 }}
      livenessProbe:
        httpGet: { path: /livez, port: admin }
        periodSeconds: 30
        timeoutSeconds: 5
        failureThreshold: 4
      readinessProbe:
        httpGet: { path: /readyz, port: admin }
        periodSeconds: 30
        timeoutSeconds: 5
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: buffer, mountPath: /var/lib/signalbox-cluster-agent }
  volumes:
    # It outlives the container, not the pod.
    - name: buffer
      emptyDir: { sizeLimit: 128Mi }
  {{- if eq .mode "node" }}
  # Nodes that nothing else may run on are measured as well.
  tolerations:
    {{- toYaml $values.tolerations | nindent 4 }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
