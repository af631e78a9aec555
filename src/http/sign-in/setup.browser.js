// The part of the link after # never leaves the browser but in this form, and does not stay in the address.
const field = document.getElementById('token');
const token = location.hash.slice(1);
if (field !== null && token !== '') {
  field.value = token;
  field.closest('.field').hidden = true;
  history.replaceState(null, '', location.pathname + location.search);
}
