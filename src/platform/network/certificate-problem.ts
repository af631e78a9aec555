/** Why a server's TLS certificate was refused. */
export type CertificateProblem = (typeof all)[number];

const all = [
  'untrusted certificate',
  'expired certificate',
  'certificate not valid yet',
  'certificate of another name',
] as const;

/** Nobody whom this process trusts has signed it: `NODE_EXTRA_CA_CERTS` names further authorities. */
const untrusted: CertificateProblem = 'untrusted certificate';

const byCode: Record<string, CertificateProblem> = {
  CERT_HAS_EXPIRED: 'expired certificate',
  CERT_NOT_YET_VALID: 'certificate not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate of another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  INVALID_CA: untrusted,
};

/** The texts of OpenSSL, where a library has put a code of its own in place of Node's. */
const bySentence: readonly [RegExp, CertificateProblem][] = [
  [/certificate has expired/i, 'expired certificate'],
  [/certificate is not yet valid/i, 'certificate not valid yet'],
  [/certificate's altnames/i, 'certificate of another name'],
  [/self[- ]signed certificate|unable to (?:verify|get)\b.*\bcertificate/i, untrusted],
];

export const isCertificateProblem = (text: string): text is CertificateProblem =>
  (all as readonly string[]).includes(text);

/** Null: the failure was another. Looks through errors that others wrap. */
export function certificateProblemOf(problem: unknown): CertificateProblem | null {
  for (let error = problem, depth = 0; error instanceof Error && depth < deepest; depth += 1) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const { message } = error;
    const found = byCode[code] ?? bySentence.find(([sentence]) => sentence.test(message))?.[1];
    if (found !== undefined) return found;
    error = error.cause;
  }
  return null;
}

const deepest = 5;
