/** What npm's code of a failure means for whoever started the build. */
const reasons = [
  [
    /\b(?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/,
    'the npm registry is unreachable: check the network, or configure a mirror or a proxy' +
      ' (`npm config set registry <address>`, `npm config set proxy <address>`)',
  ],
  [/\bENOSPC\b|no space left/i, 'the disk is full: 1 GB is needed here, and as much in the npm cache'],
  [/\b(?:EACCES|EPERM|EROFS)\b/, 'this user cannot write here or to the npm cache: check who owns the directories'],
]

/**
 * Why npm could not install the dependencies: a sentence where the reason is known, and the end of what npm said.
 * @param {string} output
 */
export function explainFailedInstall(output) {
  const reason = reasons.find(([pattern]) => pattern.test(output))?.[1]
  const said = output.trim().slice(-2_000)
  return `The dependencies could not be installed${reason === undefined ? '' : `: ${reason}`}. npm output:\n${said}`
}
