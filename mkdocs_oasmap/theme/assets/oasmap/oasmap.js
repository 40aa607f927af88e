/* Optional comfort on reference pages: unfold all sources at once (remembered), filter rows, copy links. */
(function () {
  "use strict";
  var KEY = "oasmap.sources";

  function remembered() {
    try { return localStorage.getItem(KEY) === "open"; } catch (error) { return false; }
  }
  function remember(open) {
    try { localStorage.setItem(KEY, open ? "open" : ""); } catch (error) { /* private window: not remembered */ }
  }
  function showSources(page, open) {
    page.querySelectorAll("details.oasmap-source").forEach(function (details) { details.open = open; });
  }
  function showRequired(page, only) {
    page.querySelectorAll("li.oasmap-attribute").forEach(function (row) {
      var badge = row.querySelector(":scope > .oasmap-attribute__head .oasmap-badge--required");
      row.hidden = only && !badge;
    });
  }
  function checkbox(text, checked, change) {
    var label = document.createElement("label");
    var box = document.createElement("input");
    box.type = "checkbox";
    box.checked = checked;
    box.addEventListener("change", function () { change(box.checked); });
    label.append(box, " ", text);
    return label;
  }
  function start() {
    document.querySelectorAll(".oasmap").forEach(function (page) {
      var heading = page.querySelector("#schema-attributes");
      if (!heading || page.querySelector(".oasmap-toolbar")) { return; }
      var toolbar = document.createElement("div");
      toolbar.className = "oasmap-toolbar";
      toolbar.append(
        checkbox("Show all sources", remembered(), function (open) { remember(open); showSources(page, open); }),
        checkbox("Required only", false, function (only) { showRequired(page, only); })
      );
      heading.after(toolbar);
      if (remembered()) { showSources(page, true); }
      page.addEventListener("click", function (event) {
        var link = event.target.closest("a.oasmap-attribute__name");
        if (link && navigator.clipboard) { navigator.clipboard.writeText(link.href).catch(function () {}); }
      });
    });
  }
  /* Material replaces pages without loading them anew, and says so here */
  if (window.document$ && window.document$.subscribe) {
    window.document$.subscribe(start);
  } else if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
