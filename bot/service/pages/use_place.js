// Lets a button fill a field with where the browser is. Without this script, or where a browser
// tells no place, the button does not show and the field is filled by hand.
"use strict";

function offer(button) {
  const field = document.getElementById(button.dataset.fills);
  const said = document.getElementById(`${button.dataset.fills}-said`);
  const found = ({ coords }) => {
    field.value = `${coords.latitude.toFixed(6)},${coords.longitude.toFixed(6)}`;
    said.textContent = button.dataset.found;
  };
  const refused = () => { said.textContent = button.dataset.refused; };
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.geolocation.getCurrentPosition(found, refused, {
      enableHighAccuracy: true, timeout: 20000,
    });
  });
}

if (navigator.geolocation && window.isSecureContext) {
  document.querySelectorAll("button[data-fills]").forEach(offer);
}
