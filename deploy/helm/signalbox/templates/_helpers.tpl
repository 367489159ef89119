{{- define "signalbox.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "signalbox.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
app.kubernetes.io/name: signalbox
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "signalbox.selector" -}}
app.kubernetes.io/name: signalbox
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "signalbox.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "signalbox.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "signalbox.secretName" -}}
{{- default (include "signalbox.fullname" .) .Values.secrets.existingSecret -}}
{{- end -}}

{{/* One setting out of the secret. */}}
{{- define "signalbox.secretSetting" -}}
- name: {{ .setting }}
  valueFrom:
    secretKeyRef:
      name: {{ include "signalbox.secretName" .root }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end -}}

{{/* Settings by name; numbers and booleans as text. */}}
{{- define "signalbox.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{/* Where uploaded source maps are, for the roles that share them. Argument: root. */}}
{{- define "signalbox.artifactSettings" -}}
{{- with .Values.artifacts.bucketUrl }}
- name: SIGNALBOX_ARTIFACTS_S3_URL
  value: {{ . | quote }}
- name: SIGNALBOX_ARTIFACTS_S3_REGION
  value: {{ $.Values.artifacts.bucketRegion | quote }}
{{ include "signalbox.secretSetting" (dict "root" $ "setting" "SIGNALBOX_ARTIFACTS_S3_ACCESS_KEY_ID" "key" "SIGNALBOX_ARTIFACTS_S3_ACCESS_KEY_ID") }}
{{ include "signalbox.secretSetting" (dict "root" $ "setting" "SIGNALBOX_ARTIFACTS_S3_SECRET_ACCESS_KEY" "key" "SIGNALBOX_ARTIFACTS_S3_SECRET_ACCESS_KEY") }}
{{- end }}
{{- if .Values.artifacts.existingClaim }}
- name: SIGNALBOX_ARTIFACTS_DIR
  value: /var/lib/signalbox-artifacts
{{- end }}
{{- end -}}

{{/*
The pod of a role. Arguments: root; role, as in services/<role>; values of the role; secretSettings: settings out of
the secret as dicts of setting, key and optional.
*/}}
{{- define "signalbox.pod" -}}
{{- $root := .root -}}
{{- $sharesArtifacts := has .role (list "control-plane" "consumer") -}}
{{- $claim := ternary $root.Values.artifacts.existingClaim "" $sharesArtifacts -}}
metadata:
  labels:
    {{- include "signalbox.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
    {{- with $root.Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/settings: {{ include (print $root.Template.BasePath "/configmap.yaml") $root | sha256sum }}
    {{- with $root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "signalbox.serviceAccountName" $root }}
  automountServiceAccountToken: false
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
      image: {{ printf "%s:%s" $root.Values.image.repository (default $root.Chart.AppVersion $root.Values.image.tag) | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [services/{{ .role }}/dist/main.js]
      ports:
        {{- if ne .role "consumer" }}
        - { name: http, containerPort: 8000 }
        {{- end }}
        - { name: admin, containerPort: 9464 }
      envFrom:
        - configMapRef: { name: {{ include "signalbox.fullname" $root }} }
      env:
        {{- range .secretSettings }}
        {{- include "signalbox.secretSetting" (merge (dict "root" $root) .) | nindent 8 }}
        {{- end }}
        {{- if $sharesArtifacts }}
        {{- include "signalbox.artifactSettings" $root | nindent 8 }}
        {{- end }}
        {{- include "signalbox.settings" .values.settings | nindent 8 }}
      startupProbe:
        httpGet: { path: /readyz, port: admin }
        periodSeconds: 5
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /livez, port: admin }
        periodSeconds: 15
        timeoutSeconds: 5
        failureThreshold: 4
      readinessProbe:
        httpGet: { path: /readyz, port: admin }
        periodSeconds: 5
        timeoutSeconds: 5
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /var/lib/signalbox }
        {{- if $claim }}
        - { name: artifacts, mountPath: /var/lib/signalbox-artifacts }
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if ne .role "control-plane" }}
    - name: data
      emptyDir: {}
    {{- end }}
    {{- with $claim }}
    - name: artifacts
      persistentVolumeClaim: { claimName: {{ . }} }
    {{- end }}
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* A role of which there may be several: deployment, autoscaler and disruption budget. Arguments as of the pod. */}}
{{- define "signalbox.deployment" -}}
{{- $root := .root -}}
{{- $name := printf "%s-%s" (include "signalbox.fullname" $root) .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "signalbox.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "signalbox.selector" . | nindent 6 }}
  template:
    {{- include "signalbox.pod" . | nindent 4 }}
{{- if .values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels:
    {{- include "signalbox.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .values.autoscaling.targetCpuPercent }} }
{{- end }}
{{- if .values.disruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "signalbox.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  maxUnavailable: {{ .values.disruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "signalbox.selector" . | nindent 6 }}
{{- end }}
{{- end -}}

{{/* The service of a role. Arguments: root, role. */}}
{{- define "signalbox.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "signalbox.fullname" .root }}-{{ .role }}
  labels:
    {{- include "signalbox.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  ports:
    {{- if ne .role "consumer" }}
    - { name: http, port: 8000, targetPort: http }
    {{- end }}
    - { name: admin, port: 9464, targetPort: admin }
  selector:
    {{- include "signalbox.selector" . | nindent 4 }}
{{- end -}}
