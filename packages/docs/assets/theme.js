// Before the page is drawn: the colours that the reader chose.
try {
  const theme = localStorage.getItem('facevalue-docs-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's colours stay.
}
