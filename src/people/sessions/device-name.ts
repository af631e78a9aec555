/** The first that fits: browsers also name those they want to be taken for. */
const browsers: [pattern: RegExp, name: string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const systems: [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows NT/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

/** What somebody typed or a program of one's own may be called; longer ones tell nobody anything. */
const longestPlain = 40;

/** `Chrome, Windows` for a `User-Agent`; null where it says neither. */
export function deviceName(agent: string): string | null {
  const nameIn = (list: typeof browsers): string[] =>
    list.filter(([pattern]) => pattern.test(agent)).flatMap(([, name], index) => (index === 0 ? [name] : []));
  const names = [...nameIn(browsers), ...nameIn(systems)];
  if (names.length > 0) return names.join(', ');
  return agent !== '' && agent.length <= longestPlain ? agent : null;
}
