/** Expressions of which recheck says that they may be slow, by their source: why nobody can make use of it. */
export const accepted: Readonly<Record<string, string>> = {
  [String.raw`<a href="([^"]*)"([^<>]*)>(.*?)<\/a>`]: 'the sanitiser has closed each link of these terms',
  [String.raw`<(\/?)a( [^>]*)?>`]: 'the sanitiser has written these tags, of terms whose length has a limit',
  [String.raw`\+?(?:\d{10,}|[78]?[\s(-]{0,4}\d{3}[\s)-]{0,4}\d{3}[\s-]{0,4}\d{2}[\s-]{0,4}\d{2})`]:
    'each part has a limit, but for digits, which end the match',
  [String.raw`"(?:[^"\\]|\\.)*"|[{}[\],:]`]: 'the text is valid JSON, so each string in it ends',
  [String.raw`self[- ]signed certificate|unable to (?:verify|get)\b.*\bcertificate`]:
    'a sentence of a library',
  [String.raw`^alter table .*\badd( column)? (if not exists )?\w+ .*\b(serial|bigserial|generated|default (now|clock_timestamp|random|gen_random_uuid|nextval))\b`]:
    'our own migrations',
  [String.raw`^alter table .*\badd( column)? (?!constraint|check|unique|primary|foreign|exclude)(if not exists )?\w+ .*\b(check|unique|primary key|references)\b`]:
    'our own migrations',
  [String.raw`^the workbook has a further sheet (.+): leave.*$`]: 'our own sentences',
  [String.raw`^the (?:number|code) does not fit the barcode (.+): only capital Latin letters, (.+)$`]:
    'our own sentences',
  [String.raw`^the (?:number|code) does not fit the barcode (.+): only Latin letters, (.+)$`]:
    'our own sentences',
  [String.raw`\/\*.*?\*\/`]: 'our own style sheets',
  [String.raw`(?<![a-z-])(--[a-z-]+):[^;}]*(?:;|(?=\}))`]: 'our own style sheets',
  [String.raw`^knows (.+), not (.+)$`]: 'our own sentences',
  [String.raw`(?:has been|is|was|been) delayed|not yet been delivered|still (?:being|trying)|will (?:be retried|(?:keep|continue) trying|try again)|do not need to (?:resend|do anything)|warning: (?:message|could not)|задерж|попытк[аи] .{0,40}(?:продолж|будут)|повторн\p{L}+ попыт`]:
    'each part has a limit, and so has the text',
  [String.raw`^-{2,}.{0,40}(?:copy of|original message|returned message|исходн|копия).{0,60}$`]:
    'each part has a limit, and so has the text',
  [String.raw`"(?:[^"\\]|\\.)*(?:"|$)|(?<!\s)\s*([[{]\s*[\]}]|[[\]{},])\s*`]:
    'a string without an end takes the rest of the text, and blanks are read from their first',
  [String.raw`(?:^|\n)(?:import|export)\s(?!\s*type\b)[^;]*?from '(\.[^']+\.ts)'|import\('(\.[^']+\.ts)'\)`]:
    'our own files',
  [String.raw`<?[^\s<>]{1,64}@[^\s<>]{1,200}>?`]: 'each part has a limit',
  [String.raw`^( *)("[^"]*": )("(?:[^"\\]|\\.)*\\n(?:[^"\\]|\\.)*")(,?)$`]:
    'each string of JSON that we have written ends',
  [String.raw`^[^>].{0,200}<[^<>\s]{1,200}@[^<>\s]{1,200}>.{0,200}:$`]:
    'each part has a limit, and so has a line',
};
