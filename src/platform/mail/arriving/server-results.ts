/** The receiving server's results for a mail (RFC 8601); empty if it has none. */
export interface ServerResults {
  spf: string;
  /** Domain of the envelope's sender. */
  spfDomain: string;
  dmarc: string;
  /** Domain of the visible sender. */
  dmarcDomain: string;
}

const silent: ServerResults = { spf: '', spfDomain: '', dmarc: '', dmarcDomain: '' };
const maxLength = 4000;

/**
 * Reads the topmost Authentication-Results of a mail if our own server wrote it; later ones and other names may be
 * forged. Our server must remove incoming headers with its own name (RFC 8601, section 5).
 */
export function readServerResults(value: string, authservId: string): ServerResults {
  if (authservId === '' || value.length > maxLength) return silent;
  const [by = '', ...results] = value.replaceAll(/\([^()]*\)/g, ' ').split(';');
  if (by.trim().split(/\s/)[0]?.toLowerCase() !== authservId.toLowerCase()) return silent;
  const found = { ...silent };
  for (const result of results) {
    const spf = wordAfter(result, 'spf');
    const dmarc = wordAfter(result, 'dmarc');
    if (spf !== '') Object.assign(found, { spf, spfDomain: domainAfter(result, 'smtp.mailfrom') });
    if (dmarc !== '') Object.assign(found, { dmarc, dmarcDomain: domainAfter(result, 'header.from') });
  }
  return found;
}

const wordAfter = (result: string, method: string): string =>
  new RegExp(`^\\s*${method}\\s*=\\s*([a-z]+)\\b`, 'i').exec(result)?.[1]?.toLowerCase() ?? '';

const domainAfter = (result: string, property: string): string =>
  (new RegExp(`\\s${property.replace('.', '\\.')}\\s*=\\s*"?([^\\s;"]+)`, 'i').exec(result)?.[1] ?? '')
    .split('@')
    .at(-1)
    ?.toLowerCase() ?? '';
